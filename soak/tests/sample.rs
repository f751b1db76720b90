//! A sample of every family: no verdict is wrong, and no more is unknown than `unknown.txt` says.

use std::io::Write;
use std::thread;

use tileir_soak::families::FAMILIES;
use tileir_soak::record::{Record, Row};
use tileir_soak::run::{Share, run};

#[test]
fn no_verdict_is_wrong_and_no_more_is_unknown_than_recorded() {
    let threads = thread::available_parallelism().map_or(1, Into::into);
    let (mut rows, mut wrong, mut checks) = (Vec::new(), Vec::new(), 0);
    for family in &FAMILIES {
        let tally = run(family, Share::Sample, threads, |_| {});
        rows.push(Row::new(family.name, Share::Sample.cases(family), &tally));
        wrong.extend(tally.smallest.iter().map(|wrong| wrong.what.clone()));
        checks += tally.sum().checks;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checks > 200_000, "{checks} checks");

    let record = Record::read(include_str!("../unknown.txt")).expect("a record");
    let changes = record.changes(Share::Sample, &rows);
    assert!(changes.worse.is_empty(), "more is unknown:\n{}", changes.worse.join("\n"));
    if !changes.better.is_empty() {
        // Not through the test's own output, which nobody reads of a test that passes.
        let better = changes.better.join("\n");
        let how = "lower soak/unknown.txt: make soak ARGS='--sample --lower'";
        writeln!(std::io::stderr(), "less is unknown than recorded; {how}\n{better}")
            .expect("standard error");
    }
}

#[test]
fn the_record_has_every_family_and_its_size() {
    let record = Record::read(include_str!("../unknown.txt")).expect("a record");
    for share in [Share::Full, Share::Sample] {
        let recorded = record.rows(share).iter().map(|row| (row.family.as_str(), row.numbers[0]));
        let families = FAMILIES.iter().map(|family| (family.name, share.cases(family)));
        assert_eq!(recorded.collect::<Vec<_>>(), families.collect::<Vec<_>>());
    }
    let checks: u64 = record.rows(Share::Full).iter().map(|row| row.numbers[1]).sum();
    assert!(checks > 10_000_000, "{checks} checks");
}
