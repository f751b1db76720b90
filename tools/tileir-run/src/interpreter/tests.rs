//! Small tile programs, from text to what they leave in their buffers.

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::Module;
use melior::ir::operation::OperationLike;
use melior::utility::register_all_dialects;

use super::element::Element;
use super::format::{ElementType, Format};
use super::memory::Buffer;

fn context() -> Context {
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    tileir_dialect::handle().insert_dialect(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context
}

const ALIASES: &str = r#"
#rows = #tileir.expr<(i : 4, j : 6) -> (i * 6 + j) to (address : 24)>
#square = #tileir.distribution<#tileir.expr<(lane : 4, slot : 4) -> (lane, slot) to (i : 4, j : 4)>>
#row = #tileir.distribution<#tileir.expr<(lane : 4) -> (lane) to (i : 4)>>
"#;

/// Runs the only kernel of a program over these buffers.
fn run(program: &str, inputs: Vec<Vec<Element>>) -> Result<Vec<Buffer>, String> {
    let context = context();
    let module = Module::parse(&context, &format!("{ALIASES}{program}")).ok_or("no program")?;
    assert!(module.as_operation().verify());
    let kernel = *super::kernels(module.as_operation()).first().ok_or("no kernel")?;
    super::run(kernel, inputs).map_err(|located| located.fault.to_string())
}

/// A kernel with this grid and body, from a buffer `%a` to a buffer `%b` of one type.
fn kernel(element: &str, length: usize, grid: &str, body: &str) -> String {
    format!(
        "func.func @k(%a: memref<{length}x{element}>, %b: memref<{length}x{element}>)
           attributes {{tileir.grid = array<i64: {grid}>}} {{
           {body}
           return
         }}"
    )
}

fn ints(values: impl IntoIterator<Item = i64>) -> Vec<Element> {
    values.into_iter().map(|value| Element::int(ElementType::Int(32).mask(value as u64))).collect()
}

fn as_ints(buffer: &Buffer) -> Vec<i64> {
    let element = |element: &Option<Element>| {
        element.map_or(i64::MIN, |element| buffer.element.signed(element.int_bits(None).0))
    };
    buffer.elements.iter().map(element).collect()
}

fn floats(values: &[f64]) -> Vec<Element> {
    values.iter().map(|&value| Element::Stored(Format::F32.encode(value))).collect()
}

fn as_floats(buffer: &Buffer) -> Vec<f64> {
    let element = |element: &Option<Element>| {
        element.map_or(f64::NAN, |element| element.approx(Format::F32).value)
    };
    buffer.elements.iter().map(element).collect()
}

#[test]
fn a_copy_with_a_ragged_edge() {
    let body = "
      %x = gpu.block_id x
      %bj = arith.index_cast %x : index to i64
      %zero = arith.constant 0 : i64
      %v = tileir.view %a : memref<24xi32> -> !tileir.view<4x6xi32, #rows, zero>
      %w = tileir.view %b : memref<24xi32> -> !tileir.view<4x6xi32, #rows, zero>
      %vs = tileir.slice %v[%zero, %bj] : !tileir.view<4x6xi32, #rows, zero> -> !tileir.view<4x4xi32, #rows, zero>
      %ws = tileir.slice %w[%zero, %bj] : !tileir.view<4x6xi32, #rows, zero> -> !tileir.view<4x4xi32, #rows, zero>
      %t = tileir.load %vs : !tileir.view<4x4xi32, #rows, zero> -> tensor<4x4xi32, #square>
      tileir.store %t, %ws : tensor<4x4xi32, #square>, !tileir.view<4x4xi32, #rows, zero>";
    let buffers = run(&kernel("i32", 24, "2", body), vec![ints(0..24), ints(100..124)]);
    let buffers = buffers.expect("a result");
    assert_eq!(as_ints(&buffers[1]), (0..24).collect::<Vec<_>>());
    assert!(buffers[1].written_through.is_some() && buffers[0].written_through.is_none());
}

#[test]
fn the_policy_zero_reads_zero() {
    let body = "
      %one = arith.constant 1 : i64
      %zero = arith.constant 0 : i64
      %v = tileir.view %a : memref<24xi32> -> !tileir.view<4x6xi32, #rows, zero>
      %w = tileir.view %b : memref<24xi32> -> !tileir.view<4x6xi32, #rows, zero>
      %vs = tileir.slice %v[%zero, %one] : !tileir.view<4x6xi32, #rows, zero> -> !tileir.view<4x4xi32, #rows, zero>
      %ws = tileir.slice %w[%zero, %zero] : !tileir.view<4x6xi32, #rows, zero> -> !tileir.view<4x4xi32, #rows, zero>
      %t = tileir.load %vs : !tileir.view<4x4xi32, #rows, zero> -> tensor<4x4xi32, #square>
      tileir.store %t, %ws : tensor<4x4xi32, #square>, !tileir.view<4x4xi32, #rows, zero>";
    let buffers = run(&kernel("i32", 24, "1", body), vec![ints(0..24), ints(100..124)]);
    let found = as_ints(&buffers.expect("a result")[1]);
    assert_eq!(found[..6], [4, 5, 0, 0, 104, 105]);
}

#[test]
fn the_policy_assume_faults_at_the_point() {
    let body = "
      %one = arith.constant 1 : i64
      %zero = arith.constant 0 : i64
      %v = tileir.view %a : memref<24xi32> -> !tileir.view<4x6xi32, #rows, assume>
      %vs = tileir.slice %v[%zero, %one] : !tileir.view<4x6xi32, #rows, assume> -> !tileir.view<4x4xi32, #rows, assume>
      %t = tileir.load %vs : !tileir.view<4x4xi32, #rows, assume> -> tensor<4x4xi32, #square>";
    let fault = run(&kernel("i32", 24, "1", body), vec![ints(0..24), ints(0..24)]).unwrap_err();
    assert!(fault.contains("the point [0, 6]"), "{fault}");
}

#[test]
fn the_policy_predicate_reads_what_the_load_says() {
    let body = "
      %one = arith.constant 1 : i64
      %zero = arith.constant 0 : i64
      %v = tileir.view %a : memref<24xi32> -> !tileir.view<4x6xi32, #rows, predicate>
      %w = tileir.view %b : memref<24xi32> -> !tileir.view<4x6xi32, #rows, predicate>
      %vs = tileir.slice %v[%zero, %one] : !tileir.view<4x6xi32, #rows, predicate> -> !tileir.view<4x4xi32, #rows, predicate>
      %ws = tileir.slice %w[%zero, %zero] : !tileir.view<4x6xi32, #rows, predicate> -> !tileir.view<4x4xi32, #rows, predicate>
      %c = tileir.iota 1 : tensor<4x4xi32, #square>
      %t = tileir.load %vs else %c : !tileir.view<4x4xi32, #rows, predicate> -> tensor<4x4xi32, #square>
      tileir.store %t, %ws : tensor<4x4xi32, #square>, !tileir.view<4x4xi32, #rows, predicate>
      tileir.store %c, %vs : tensor<4x4xi32, #square>, !tileir.view<4x4xi32, #rows, predicate>
      %six = arith.constant 6 : i64
      %seven = arith.constant 7 : i32
      %s = tileir.load %w[%zero, %six] else %seven : !tileir.view<4x6xi32, #rows, predicate> -> i32
      tileir.store %s, %w[%one, %six] : i32, !tileir.view<4x6xi32, #rows, predicate>
      tileir.store %s, %w[%zero, %zero] : i32, !tileir.view<4x6xi32, #rows, predicate>";
    let buffers = run(&kernel("i32", 24, "1", body), vec![ints(0..24), ints(100..124)]);
    let buffers = buffers.expect("a result");
    assert_eq!(as_ints(&buffers[1])[..8], [7, 5, 2, 3, 104, 105, 10, 11]);
    assert_eq!(as_ints(&buffers[0])[..8], [0, 1, 2, 3, 0, 1, 6, 7]);
}

#[test]
fn what_lies_outside_a_window_is_not_valid() {
    let body = "
      %one = arith.constant 1 : i64
      %zero = arith.constant 0 : i64
      %minus = arith.constant -1 : i64
      %v = tileir.view %a : memref<24xi32> -> !tileir.view<24xi32, #flat, POLICY>
      %w = tileir.view %b : memref<24xi32> -> !tileir.view<24xi32, #flat, zero>
      %strip = tileir.slice %v[%one] : !tileir.view<24xi32, #flat, POLICY> -> !tileir.view<6xi32, #flat, POLICY>
      %behind = tileir.slice %strip[%one] : !tileir.view<6xi32, #flat, POLICY> -> !tileir.view<4xi32, #flat, POLICY>
      %before = tileir.slice %strip[%minus] : !tileir.view<6xi32, #flat, POLICY> -> !tileir.view<4xi32, #flat, POLICY>
      %x = tileir.load %behind : !tileir.view<4xi32, #flat, POLICY> -> tensor<4xi32, #row>
      %y = tileir.load %before : !tileir.view<4xi32, #flat, POLICY> -> tensor<4xi32, #row>
      %s = tileir.load %behind[%minus] : !tileir.view<4xi32, #flat, POLICY> -> i32
      %z = tensor.splat %s : tensor<4xi32, #row>
      %two = arith.constant 2 : i64
      %w0 = tileir.slice %w[%zero] : !tileir.view<24xi32, #flat, zero> -> !tileir.view<4xi32, #flat, zero>
      %w1 = tileir.slice %w[%one] : !tileir.view<24xi32, #flat, zero> -> !tileir.view<4xi32, #flat, zero>
      %w2 = tileir.slice %w[%two] : !tileir.view<24xi32, #flat, zero> -> !tileir.view<4xi32, #flat, zero>
      tileir.store %x, %w0 : tensor<4xi32, #row>, !tileir.view<4xi32, #flat, zero>
      tileir.store %y, %w1 : tensor<4xi32, #row>, !tileir.view<4xi32, #flat, zero>
      tileir.store %z, %w2 : tensor<4xi32, #row>, !tileir.view<4xi32, #flat, zero>
      tileir.store %x, %behind : tensor<4xi32, #row>, !tileir.view<4xi32, #flat, POLICY>";
    let flat = "#flat = #tileir.expr<(i : 24) -> (i) to (address : 24)>\n";
    let program = |policy: &str| {
        let body = body.replace("POLICY", policy);
        format!("{flat}{}", kernel("i32", 24, "1", &body))
    };
    let buffers = run(&program("zero"), vec![ints(50..74), ints(100..124)]).expect("a result");
    // The strip is [6, 12), what lies behind in it [10, 12), and before it nothing.
    assert_eq!(as_ints(&buffers[1])[..12], [60, 61, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(as_ints(&buffers[0]), (50..74).collect::<Vec<_>>());
    let fault = run(&program("assume"), vec![ints(0..24), ints(0..24)]).unwrap_err();
    assert_eq!(
        fault,
        "'tileir.load' reaches the point [12], outside the view's domain (i : 24), in the windows \
         [10..12], and the view promises that there is none"
    );
}

#[test]
fn a_relabelled_view_is_the_view_at_the_image() {
    let body = "
      %v = tileir.view %a : memref<24xi32> -> !tileir.view<4x6xi32, #rows, zero>
      %w = tileir.view %b : memref<24xi32> -> !tileir.view<4x6xi32, #rows, zero>
      %t = tileir.relabel %v by (#shift) : !tileir.view<4x6xi32, #rows, zero> -> !tileir.view<4x4xi32, #shifted, zero>
      %u = tileir.relabel %t by (#turn) : !tileir.view<4x4xi32, #shifted, zero> -> !tileir.view<4x4xi32, #tileir.compose<#shifted, #turn>, zero>
      %x = tileir.load %u : !tileir.view<4x4xi32, #tileir.compose<#shifted, #turn>, zero> -> tensor<4x4xi32, #square>
      %z = arith.constant 0 : i64
      %ws = tileir.slice %w[%z, %z] : !tileir.view<4x6xi32, #rows, zero> -> !tileir.view<4x4xi32, #rows, zero>
      tileir.store %x, %ws : tensor<4x4xi32, #square>, !tileir.view<4x4xi32, #rows, zero>";
    let aliases = "
      #shift = #tileir.expr<(r : 4, c : 4) -> (r + 1, c + 3) to (i, j)>
      #shifted = #tileir.expr<(r : 4, c : 4 where r lt 3, c lt 3) -> (r * 6 + c + 9) to (address : 24)>
      #turn = #tileir.permute<(c : 4, r : 4 where r lt 3, c lt 3) -> (r, c)>\n";
    let program = format!("{aliases}{}", kernel("i32", 24, "1", body));
    let buffers = run(&program, vec![ints(0..24), ints(100..124)]).expect("a result");
    let found = as_ints(&buffers[1]);
    assert_eq!(found[..6], [9, 15, 21, 0, 104, 105]);
    assert_eq!(found[6..12], [10, 16, 22, 0, 110, 111]);
    assert_eq!(found[18..22], [0, 0, 0, 0]);
}

#[test]
fn relabel_reduce_and_arithmetic() {
    let body = "
      %v = tileir.view %a : memref<16xf32> -> !tileir.view<4x4xf32, #tile, zero>
      %w = tileir.view %b : memref<16xf32> -> !tileir.view<4x4xf32, #tile, zero>
      %t = tileir.load %v : !tileir.view<4x4xf32, #tile, zero> -> tensor<4x4xf32, #square>
      %turned = tileir.relabel %t by (#tileir.permute<(i : 4, j : 4) -> (j, i)>) : tensor<4x4xf32, #square> -> tensor<4x4xf32, #square>
      %sums = tileir.reduce add %turned over 1 : tensor<4x4xf32, #square> -> tensor<4xf32, #row>
      %wide = tileir.relabel %sums by (#tileir.project<(i : 4, j : 4) -> (i)>) : tensor<4xf32, #row> -> tensor<4x4xf32, #square>
      %moved = tileir.repartition %wide : tensor<4x4xf32, #square> -> tensor<4x4xf32, #square>
      %half = arith.constant dense<0.5> : tensor<4x4xf32, #square>
      %scaled = arith.mulf %moved, %half : tensor<4x4xf32, #square>
      tileir.store %scaled, %w : tensor<4x4xf32, #square>, !tileir.view<4x4xf32, #tile, zero>";
    let tile = "#tile = #tileir.expr<(i : 4, j : 4) -> (i * 4 + j) to (address : 16)>\n";
    let program = format!("{tile}{}", kernel("f32", 16, "1", body));
    let input: Vec<f64> = (0..16).map(f64::from).collect();
    let buffers = run(&program, vec![floats(&input), floats(&[0.0; 16])]).expect("a result");
    let found = as_floats(&buffers[1]);
    assert_eq!(found.chunks(4).map(|row| row[0]).collect::<Vec<_>>(), [12.0, 14.0, 16.0, 18.0]);
    assert!(found.chunks(4).all(|row| row.iter().all(|&x| x == row[0])));
    for element in &buffers[1].elements {
        assert_eq!(element.map(|e| e.approx(Format::F32).error), Some(0.0));
    }
}

#[test]
fn loops_and_branches_carry_values() {
    let body = "
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %five = arith.constant 5 : index
      %start = arith.constant dense<1> : tensor<4x4xi32, #square>
      %sum = scf.for %i = %zero to %five step %one iter_args(%acc = %start) -> (tensor<4x4xi32, #square>) {
        %odd = arith.remui %i, %five : index
        %is = arith.cmpi eq, %odd, %one : index
        %next = scf.if %is -> (tensor<4x4xi32, #square>) {
          %twice = arith.addi %acc, %acc : tensor<4x4xi32, #square>
          scf.yield %twice : tensor<4x4xi32, #square>
        } else {
          %more = arith.addi %acc, %start : tensor<4x4xi32, #square>
          scf.yield %more : tensor<4x4xi32, #square>
        }
        scf.yield %next : tensor<4x4xi32, #square>
      }
      %w = tileir.view %b : memref<24xi32> -> !tileir.view<4x6xi32, #rows, zero>
      %z = arith.constant 0 : i64
      %ws = tileir.slice %w[%z, %z] : !tileir.view<4x6xi32, #rows, zero> -> !tileir.view<4x4xi32, #rows, zero>
      tileir.store %sum, %ws : tensor<4x4xi32, #square>, !tileir.view<4x4xi32, #rows, zero>";
    let buffers = run(&kernel("i32", 24, "1", body), vec![ints(0..24), ints(0..24)]);
    assert_eq!(as_ints(&buffers.expect("a result")[1])[..4], [7, 7, 7, 7]);
}

#[test]
fn workgroup_memory_is_poison_until_written() {
    let body = "
      %m = memref.alloc() : memref<24xi32, #gpu.address_space<workgroup>>
      %v = tileir.view %m : memref<24xi32, #gpu.address_space<workgroup>> -> !tileir.view<4x6xi32, #rows, zero>
      %z = arith.constant 0 : i64
      %vs = tileir.slice %v[%z, %z] : !tileir.view<4x6xi32, #rows, zero> -> !tileir.view<4x4xi32, #rows, zero>
      %c = arith.constant dense<3> : tensor<4x4xi32, #square>
      tileir.store %c, %vs : tensor<4x4xi32, #square>, !tileir.view<4x4xi32, #rows, zero>
      gpu.barrier
      %t = tileir.load %vs : !tileir.view<4x4xi32, #rows, zero> -> tensor<4x4xi32, #square>
      %i = arith.constant 3 : i64
      %j = arith.constant 5 : i64
      %s = tileir.load %v[%i, %j] : !tileir.view<4x6xi32, #rows, zero> -> i32";
    let fault = run(&kernel("i32", 24, "1", body), vec![ints(0..24), ints(0..24)]).unwrap_err();
    assert_eq!(
        fault,
        "'tileir.load': the point [3, 5] has the address 23, which was never written"
    );
}

#[test]
fn apply_and_require() {
    let apply = |point: i64| {
        let body = format!(
            "%i = arith.constant {point} : i64
             %j = arith.constant 5 : i64
             %address = tileir.apply #rows(%i, %j) : i64
             %v = tileir.view %b : memref<24xi32> -> !tileir.view<24xi32, #flat, zero>
             %x = arith.trunci %address : i64 to i32
             tileir.store %x, %v[%address] : i32, !tileir.view<24xi32, #flat, zero>
             tileir.require #rows [total, bounds, injective]"
        );
        let flat = "#flat = #tileir.identity<(address : 24)>\n";
        run(&format!("{flat}{}", kernel("i32", 24, "1", &body)), vec![ints(0..24), ints(0..24)])
    };
    assert_eq!(as_ints(&apply(2).expect("a result")[1])[17], 17);
    let fault = apply(4).unwrap_err();
    assert!(fault.contains("no value at the point [4, 5]"), "{fault}");
    let body = "tileir.require #tileir.expr<(i : 4) -> (i floordiv 2) to (j : 2)> [injective]";
    let fault = run(&kernel("i32", 24, "1", body), vec![ints(0..24), ints(0..24)]).unwrap_err();
    assert!(
        fault.starts_with("the map is required to be injective, which is disproved"),
        "{fault}"
    );
}

#[test]
fn what_has_no_meaning_is_named() {
    let body = "%e = math.erf %c : f32";
    let body = format!("%c = arith.constant 1.0 : f32\n{body}");
    let fault = run(&kernel("i32", 24, "1", &body), vec![ints(0..24), ints(0..24)]).unwrap_err();
    assert_eq!(fault, "the reference interpreter has no meaning for 'math.erf'");
    let fault = run(&kernel("i32", 24, "0", ""), vec![ints(0..24), ints(0..24)]).unwrap_err();
    assert_eq!(fault, "no program", "the verifier has refused the grid");
    let fault = run(&kernel("i32", 24, "1", ""), vec![ints(0..24)]).unwrap_err();
    assert_eq!(fault, "argument 1 wants 24 elements of i32, the buffer has 0");
    let fault = run(&kernel("f80", 24, "1", ""), vec![]).unwrap_err();
    assert!(fault.starts_with("argument 0 has the type 'f80'"), "{fault}");
}

#[test]
fn iota_splat_and_select_make_a_mask() {
    let body = "
      %column = tileir.iota 1 : tensor<4x4xi32, #square>
      %two = arith.constant 2 : i32
      %edge = tensor.splat %two : tensor<4x4xi32, #square>
      %inside = arith.cmpi slt, %column, %edge : tensor<4x4xi32, #square>
      %minus = arith.constant dense<-1> : tensor<4x4xi32, #square>
      %masked = arith.select %inside, %column, %minus : tensor<4x4xi1, #square>, tensor<4x4xi32, #square>
      %w = tileir.view %b : memref<24xi32> -> !tileir.view<4x6xi32, #rows, zero>
      %z = arith.constant 0 : i64
      %ws = tileir.slice %w[%z, %z] : !tileir.view<4x6xi32, #rows, zero> -> !tileir.view<4x4xi32, #rows, zero>
      tileir.store %masked, %ws : tensor<4x4xi32, #square>, !tileir.view<4x4xi32, #rows, zero>";
    let buffers = run(&kernel("i32", 24, "1", body), vec![ints(0..24), ints(0..24)]);
    let found = as_ints(&buffers.expect("a result")[1]);
    assert_eq!(found[..6], [0, 1, -1, -1, 4, 5]);
    assert_eq!(found[18..22], [0, 1, -1, -1]);
}

#[test]
fn constants_of_every_kind() {
    let body = "
      %t = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, -16]]> : tensor<4x4xi32, #square>
      %m = arith.constant dense<[[true, false, true, false], [true, true, true, true], [false, false, false, false], [true, false, false, true]]> : tensor<4x4xi1, #square>
      %o = arith.constant dense<0> : tensor<4x4xi32, #square>
      %s = arith.select %m, %t, %o : tensor<4x4xi1, #square>, tensor<4x4xi32, #square>
      %w = tileir.view %b : memref<24xi32> -> !tileir.view<4x6xi32, #rows, zero>
      %z = arith.constant 0 : i64
      %ws = tileir.slice %w[%z, %z] : !tileir.view<4x6xi32, #rows, zero> -> !tileir.view<4x4xi32, #rows, zero>
      tileir.store %s, %ws : tensor<4x4xi32, #square>, !tileir.view<4x4xi32, #rows, zero>";
    let buffers = run(&kernel("i32", 24, "1", body), vec![ints(0..24), ints(0..24)]);
    let found = as_ints(&buffers.expect("a result")[1]);
    assert_eq!(found[..4], [1, 0, 3, 0]);
    assert_eq!(found[6..10], [5, 6, 7, 8]);
    assert_eq!(found[18..22], [13, 0, 0, -16]);
}

#[test]
fn blocks_run_in_order_with_x_fastest() {
    let body = "
      %x = gpu.block_id x
      %y = gpu.block_id y
      %two = arith.constant 2 : index
      %row = arith.muli %y, %two : index
      %number = arith.addi %row, %x : index
      %v = tileir.view %b : memref<24xi32> -> !tileir.view<24xi32, #flat, zero>
      %z = arith.constant 0 : i64
      %last = tileir.load %v[%z] : !tileir.view<24xi32, #flat, zero> -> i32
      %place = arith.index_cast %number : index to i64
      tileir.store %last, %v[%place] : i32, !tileir.view<24xi32, #flat, zero>
      %n = arith.index_cast %number : index to i32
      tileir.store %n, %v[%z] : i32, !tileir.view<24xi32, #flat, zero>";
    let flat = "#flat = #tileir.identity<(address : 24)>\n";
    let program = format!("{flat}{}", kernel("i32", 24, "2, 3", body));
    let buffers = run(&program, vec![ints(0..24), ints(100..124)]).expect("a result");
    assert_eq!(as_ints(&buffers[1])[..7], [5, 0, 1, 2, 3, 4, 106]);
}

#[test]
fn an_undecided_branch_is_a_fault() {
    let body = "
      %v = tileir.view %a : memref<24xf32> -> !tileir.view<24xf32, #flat, zero>
      %z = arith.constant 0 : i64
      %x = tileir.load %v[%z] : !tileir.view<24xf32, #flat, zero> -> f32
      %third = arith.constant 3.0 : f32
      %q = arith.divf %x, %third : f32
      %one = arith.mulf %q, %third : f32
      %is = arith.cmpf oeq, %one, %x : f32
      scf.if %is {
        tileir.store %x, %v[%z] : f32, !tileir.view<24xf32, #flat, zero>
      }";
    let flat = "#flat = #tileir.identity<(address : 24)>\n";
    let program = format!("{flat}{}", kernel("f32", 24, "1", body));
    let fault = run(&program, vec![floats(&[1.0; 24]), floats(&[0.0; 24])]).unwrap_err();
    assert!(fault.starts_with("a branch depends on floats that are closer"), "{fault}");
}

#[test]
fn a_product_of_matrices_added_to_a_tile() {
    let body = "
      %v = tileir.view %a : memref<16xf32> -> !tileir.view<4x4xf32, #tile, zero>
      %w = tileir.view %b : memref<16xf32> -> !tileir.view<4x4xf32, #tile, zero>
      %x = tileir.load %v : !tileir.view<4x4xf32, #tile, zero> -> tensor<4x4xf32, #square>
      %y = tileir.load %w : !tileir.view<4x4xf32, #tile, zero> -> tensor<4x4xf32, #square>
      %d = tileir.contract %x, %y, %y : tensor<4x4xf32, #square>, tensor<4x4xf32, #square>, tensor<4x4xf32, #square> -> tensor<4x4xf32, #square>
      tileir.store %d, %w : tensor<4x4xf32, #square>, !tileir.view<4x4xf32, #tile, zero>";
    let program = format!(
        "#tile = #tileir.expr<(i : 4, j : 4) -> (i * 4 + j) to (address : 16)>\n{}",
        kernel("f32", 16, "1", body)
    );
    let a: Vec<f64> = (0..16).map(f64::from).collect();
    let b: Vec<f64> = (0..16).map(|place| f64::from(3 * place % 7 - 3)).collect();
    let at = |m: &[f64], i: usize, j: usize| m[4 * i + j];
    let expected = (0..16).map(|place| {
        let (i, j) = (place / 4, place % 4);
        at(&b, i, j) + (0..4).map(|k| at(&a, i, k) * at(&b, k, j)).sum::<f64>()
    });
    let buffers = run(&program, vec![floats(&a), floats(&b)]).expect("a result");
    assert_eq!(as_floats(&buffers[1]), expected.collect::<Vec<_>>());
}
