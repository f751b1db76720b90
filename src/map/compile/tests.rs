use super::*;

fn compiled(text: &str) -> Compiled {
    let map: LayoutMap = text.parse().unwrap();
    map.compile(&Budget::of_points(0)).unwrap()
}

fn form(text: &str) -> &'static str {
    match compiled(text).form {
        Form::Axes(_) => "axes",
        Form::Code(_) => "code",
    }
}

#[test]
fn each_kind_of_map_takes_its_form() {
    assert_eq!(form("mixed_radix<(4,(2,8)):(1,(32,4))>"), "axes");
    assert_eq!(form("mixed_radix<((3,4),5):((4,1),12)>"), "axes");
    assert_eq!(form("mixed_radix<((32,4096),5):((4096,1),131072)>"), "axes");
    assert_eq!(form("mixed_radix<((30,4096),5):((4096,1),131072)>"), "code");
    assert_eq!(form("translate<[3], mixed_radix<(48,6):(1,48)> to (a : 300)>"), "axes");
    assert_eq!(form("bit_linear<(lane : 32) -> (a : 32), lane = [1, 3, 4, 12, 16]>"), "axes");
    assert_eq!(form("transform<swizzle(3,0,3), mixed_radix<(8,8):(8,1)> to (d0 : 64)>"), "axes");
    assert_eq!(
        form("transform<swizzle(3,3,3), mixed_radix<(48,64):(72,1)> to (a : 3584)>"),
        "axes"
    );
    assert_eq!(form("expr<(i : 8) -> (8 floordiv i)>"), "code");
}

const MAPS: [&str; 18] = [
    "mixed_radix<(4,(2,8)):(1,(32,4))>",
    "mixed_radix<((3,4),5):((4,1),12)>",
    "mixed_radix<(4,6):(1@m,2@n+1@m), (i : 4, j : 6) -> (m : 9, n : 11)>",
    "mixed_radix<((32,400),2):((400,1),12800)>",
    "mixed_radix<(4,(3,5)):(1@m,(2@n+1@m,-1@n)), (i : 4, j : 15) -> (m : 9, n : 11)>",
    "transform<swizzle(3,3,3), mixed_radix<(48,64):(72,1)> to (a : 3584)>",
    "transform<swizzle(2,0,-3), mixed_radix<(48,64):(64,1)> to (a : 3072)>",
    "translate<[-5], mixed_radix<(8,8):(8,-1)> to (a : 64)>",
    "bit_linear<(x : 8, y : 300) -> (a : 8, b : 512), x = [(1,256), (0,1), (4,2)], \
     y = [(1,1), (2,0), (0,4), (0,8), (0,16), (7,32), (0,64), (0,128), (0,256)]>",
    "expr<(i : 9) -> (100 floordiv (i - 3), i shl i) to (a, b : 60)>",
    "expr<(i : 9, j : 7) -> ((i - 4) floordiv 3 + (i - 4) mod 3, (i * 7 + j) mod 10 floordiv 3)>",
    "expr<(i : 9, j : 7) -> (i * 8 + j, (i * 8 + j) shr 2 and 3, i floordiv 2 mod 4 - j * 5)>",
    "expr<(i : 9, j : 7) -> ((j - i * 16) floordiv 4 mod 8, (j - i) shr 62 and 3, (j - i) shr 62 and 7)>",
    "expr<(i : 8, j : 8 where i + j lt 8) -> (i * 8 + j) to (a : 64)>",
    "compose<expr<(a : 4) -> (0 * a) to (b : 1)>, expr<(x : 8) -> (x) to (a : 4)>>",
    "piecewise<(i : 9), expr<(i : 9 where i lt 4) -> (i) to (a : 9)>, \
     expr<(i : 9 where i ge 4) -> (12 - i) to (a : 9)>>",
    "identity<(i : 0)>",
    "identity<()>",
];

/// Every point of the box around the domain, and one outside it.
fn points(map: &LayoutMap) -> Vec<Vec<i64>> {
    let hull = map.domain().hull();
    let outside = hull.axes().iter().map(|axis| axis.extent().finite().unwrap()).collect();
    hull.points().chain([outside]).collect()
}

#[test]
fn the_values_and_errors_are_those_of_eval() {
    for text in MAPS {
        let compiled = compiled(text);
        let map = compiled.map().clone();
        for point in points(&map) {
            let mut value = vec![0; map.codomain().rank()];
            let found = compiled.eval_into(&point, &mut value).map(|()| value);
            assert_eq!(found, map.eval(&point), "{text} at {point:?}");
        }
    }
}

#[test]
fn many_points_are_as_each_of_them() {
    for text in MAPS {
        let compiled = compiled(text);
        let map = compiled.map().clone();
        let all = points(&map);
        for count in [all.len() - 1, all.len(), 1, 17].map(|count| count.min(all.len())) {
            let points = &all[..count];
            let expected =
                points.iter().map(|point| map.eval(point)).collect::<Result<Vec<_>, _>>();
            let mut values = vec![0; count * map.codomain().rank()];
            let found = compiled.eval_all_into(&points.concat(), &mut values).map(|()| values);
            assert_eq!(found, expected.map(|values| values.concat()), "{text} at {points:?}");
        }
    }
}

#[test]
fn a_point_or_value_of_another_rank_is_an_error() {
    let compiled = compiled("mixed_radix<(4,8):(1,4)>");
    let mut value = [0];
    assert!(compiled.eval_into(&[1], &mut value).is_err());
    assert!(compiled.eval_into(&[4, 0], &mut value).is_err());
    let error = compiled.eval_into(&[1, 1], &mut [0, 0]);
    assert_eq!(error, Err(EvalError::Rank { expected: 1, found: 2 }));
}
