// Which atom makes a product of matrices, who holds its operands then, and what moves.
// RUN: tileir-opt %S/../../examples/matmul.mlir --tileir-select-atoms=target=sm_80 --tileir-propagate=target=sm_80 | FileCheck %s --check-prefix=ATOM
// RUN: tileir-opt %S/../../examples/matmul.mlir --tileir-select-atoms=target=lavapipe --tileir-propagate=target=lavapipe | FileCheck %s --check-prefix=PLAIN
// RUN: tileir-opt %S/../../examples/matmul.mlir --tileir-select-atoms=target=sm_80 --tileir-propagate=target=sm_80 --tileir-explain=target=sm_80 -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: tileir-opt %S/../../examples/matmul.mlir --tileir-explain=target=lavapipe -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXPLAIN-PLAIN
// RUN: tileir-opt %S/Inputs/contract-by.mlir --tileir-insert-repartition=target=sm_80 | FileCheck %s --check-prefix=MOVED
// RUN: tileir-opt %S/Inputs/contract-by.mlir --pass-pipeline='builtin.module(tileir-insert-repartition{target=sm_80},tileir-normalize,tileir-plan{target=sm_80},tileir-prove-plans{target=sm_80},tileir-lower-tiles{target=sm_80},canonicalize,cse)' | FileCheck %s --check-prefix=LOWERED
// RUN: tileir-opt %S/../../examples/matmul.mlir --pass-pipeline='builtin.module(tileir-propagate{target=lavapipe},tileir-lower-tiles{target=lavapipe})' | FileCheck %s --check-prefix=LOOP

// The loads bring what the atom takes; the sum moves once, behind the loop.
// ATOM-LABEL: func.func @matmul
// ATOM: scf.for
// ATOM-NOT: tileir.repartition
// ATOM: tileir.contract {{.*}} by "mma.m16n8k16.f32.f16"
// ATOM-NOT: tileir.repartition
// ATOM: scf.yield
// ATOM: tileir.repartition
// ATOM-NOT: tileir.repartition
// ATOM: tileir.store

// Without an atom nothing moves, and the operands are spread evenly.
// PLAIN: (thread : 128, round : 24)
// PLAIN-LABEL: func.func @matmul
// PLAIN-NOT: tileir.repartition
// PLAIN: tileir.contract {{%.*}}, {{%.*}}, {{%.*}} : tensor
// PLAIN-NOT: tileir.repartition

// EXPLAIN: moves 64x32 x f32 over 128 threads
// EXPLAIN: multiplies 64x32x48, f16 x f16 into f32, by 'mma.m16n8k16.f32.f16': 12 a warp
// EXPLAIN-PLAIN: multiplies 64x32x48, f16 x f16 into f32, plainly: each thread sums its elements along k

// Operands that are held otherwise move before a product by an atom, and its result behind it.
// MOVED: [[x:%.*]] = tileir.load
// MOVED-DAG: [[a:%.*]] = tileir.repartition [[x]]
// MOVED-DAG: [[b:%.*]] = tileir.repartition [[x]]
// MOVED-DAG: [[c:%.*]] = tileir.repartition {{%cst.*}}
// MOVED: [[d:%.*]] = tileir.contract [[a]], [[b]], [[c]] by "mma.m16n8k16.f32.f16"
// MOVED: [[e:%.*]] = tileir.repartition [[d]]
// MOVED: tileir.store [[e]]

// LOWERED-COUNT-2: nvvm.mma.sync A[{{.*}}] B[{{.*}}] C[{{.*}}] {{.*}}shape = #nvvm.shape<m = 16, n = 8, k = 16>
// LOWERED-NOT: nvvm.mma.sync

// Staged between two barriers, of which the first keeps the loop's iterations apart; then along k.
// LOOP: gpu.func @matmul
// LOOP: scf.for
// LOOP: gpu.barrier
// LOOP: memref.store {{.*}}memref<4608xf16, #gpu.address_space<workgroup>>
// LOOP: gpu.barrier
// LOOP: scf.for
// LOOP-NOT: gpu.barrier
// LOOP: arith.mulf
// LOOP: arith.addf
// LOOP: scf.yield
