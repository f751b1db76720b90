//! Round trips, every way in which a folder can be wrong, and that a failure leaves what was there.

use std::fs;
use std::path::PathBuf;

use super::*;
use crate::{Clock, DeviceInfo, Timing};

/// A folder of one test, gone when the test is.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str) -> Scratch {
        let name = format!("tileir-job-{test}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

fn job(code: Code) -> Job {
    Job {
        kernel: Kernel {
            code,
            entry: "k".into(),
            grid: [4, 2, 1],
            block: [128, 1, 1],
            subgroup_size: Some(32),
        },
        inputs: vec![vec![1, 2, 3, 4], vec![5; 12]],
        options: RunOptions { repeats: 7, timeout: Duration::from_millis(1500) },
    }
}

fn ptx() -> Job {
    job(Code::Ptx(".version 8.0\n".into()))
}

fn outcome(job: &Job) -> Outcome {
    Outcome {
        job: job.fingerprint(),
        device: DeviceInfo {
            name: "paper \"A4\"".into(),
            driver: Some("pencil 2.0".into()),
            api: Api::Cuda,
            subgroup_size: 32,
            subgroup_sizes: (32, 32),
            max_threads: 1024,
            shared_bytes: 0,
            max_buffer_bytes: 1 << 40,
            loop_budget: None,
            features: vec!["sm_90".into()],
        },
        timing: Timing {
            clock: Clock::Device,
            first: Duration::from_nanos(1234),
            repeats: vec![Duration::from_nanos(7), Duration::from_secs(3)],
        },
        outputs: vec![vec![4, 3, 2, 1], vec![6; 12]],
    }
}

#[test]
fn jobs_round_trip() {
    let scratch = Scratch::new("round-trip");
    let folder = scratch.0.join("deep/k");
    let spirv = Job {
        kernel: Kernel { subgroup_size: None, ..job(Code::Spirv(vec![7, 8])).kernel },
        ..job(Code::Spirv(vec![7, 8]))
    };
    for job in [ptx(), spirv, Job { inputs: vec![], ..ptx() }] {
        job.write(&folder).unwrap();
        assert_eq!(Job::read(&folder).unwrap(), job);
    }
    assert_eq!(scratch.names(), ["deep"], "nothing is left of the writing");
}

#[test]
fn a_replaced_job_loses_its_results() {
    let scratch = Scratch::new("replaced");
    let folder = scratch.0.join("k");
    let job = ptx();
    job.write(&folder).unwrap();
    outcome(&job).write(&folder).unwrap();
    job.write(&folder).unwrap();
    let error = Outcome::read(&folder, &job).unwrap_err();
    assert!(matches!(&error, JobError::Missing { file } if file.ends_with("k/result.toml")));
    assert_eq!(scratch.names(), ["k"]);
}

#[test]
fn another_folder_is_not_replaced() {
    let scratch = Scratch::new("other");
    let folder = scratch.0.join("letters");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("dear"), "dear").unwrap();
    let error = ptx().write(&folder).unwrap_err();
    assert!(matches!(error, JobError::NoJob { .. }), "{error}");
    assert_eq!(fs::read_to_string(folder.join("dear")).unwrap(), "dear");
    let error = ptx().write(&scratch.0.join("nowhere/..")).unwrap_err();
    assert!(matches!(error, JobError::NoName { .. }), "{error}");
}

#[test]
fn a_broken_job_is_refused() {
    let scratch = Scratch::new("broken");
    let folder = scratch.0.join("k");
    let broken = |break_it: &dyn Fn()| {
        ptx().write(&folder).unwrap();
        break_it();
        Job::read(&folder).unwrap_err()
    };
    let description = folder.join("job.toml");
    let edit = |from: &str, to: &str| {
        let text = fs::read_to_string(&description).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(&description, text.replace(from, to)).unwrap();
    };
    for name in ["job.toml", "kernel.ptx", "input-1.bin"] {
        let error = broken(&|| fs::remove_file(folder.join(name)).unwrap());
        assert!(matches!(&error, JobError::Missing { file } if file.ends_with(name)), "{error}");
        fs::remove_dir_all(&folder).unwrap();
    }
    let error = broken(&|| fs::write(folder.join("input-0.bin"), [1]).unwrap());
    assert!(matches!(error, JobError::Size { found: 1, expected: 4, .. }), "{error}");
    let error = broken(&|| edit("grid", "gird"));
    assert!(matches!(&error, JobError::Toml { why, .. } if why.contains("gird")), "{error}");
    let error = broken(&|| edit("\"kernel.ptx\"", "\"../kernel.ptx\""));
    assert!(matches!(&error, JobError::Toml { why, .. } if why.contains("folder")), "{error}");
    let error = broken(&|| fs::write(folder.join("kernel.ptx"), [0xff, 0xfe]).unwrap());
    assert!(matches!(error, JobError::Read { .. }), "{error}");
    let error = broken(&|| edit("\"cuda\"", "\"vulkan\""));
    assert!(
        matches!(error, JobError::Code { error: DeviceError::InvalidSpirv { .. }, .. }),
        "{error}"
    );
}

#[test]
fn results_round_trip() {
    let scratch = Scratch::new("results");
    let folder = scratch.0.join("elsewhere/k");
    let outcome = outcome(&ptx());
    outcome.write(&folder).unwrap();
    assert_eq!(Outcome::read(&folder, &ptx()).unwrap(), outcome);
    fs::write(folder.join("output-1.bin"), [0; 13]).unwrap();
    let error = Outcome::read(&folder, &ptx()).unwrap_err();
    assert!(matches!(error, JobError::Size { found: 13, expected: 12, .. }), "{error}");
    Outcome::remove(&folder).unwrap();
    Outcome::remove(&folder).unwrap();
    let error = Outcome::read(&folder, &ptx()).unwrap_err();
    assert!(matches!(error, JobError::Missing { .. }), "{error}");
}

#[test]
fn results_of_another_job_are_refused() {
    let scratch = Scratch::new("another");
    outcome(&ptx()).write(&scratch.0).unwrap();
    let part_of = |job: &Job| match Outcome::read(&scratch.0, job) {
        Ok(_) => "none".to_owned(),
        Err(JobError::OtherJob { part, .. }) => part,
        Err(error) => panic!("{error}"),
    };
    let good = ptx();
    let options = RunOptions::default();
    assert_eq!(part_of(&Job { options, ..good.clone() }), "none");
    let kernel = Kernel { block: [64, 1, 1], ..good.kernel.clone() };
    assert_eq!(part_of(&Job { kernel, ..good.clone() }), "launch");
    assert_eq!(part_of(&job(Code::Ptx(".version 8.1\n".into()))), "code");
    let inputs = vec![vec![1, 2, 3, 4], vec![6; 12]];
    assert_eq!(part_of(&Job { inputs, ..good.clone() }), "input 1");
    let inputs = vec![vec![1, 2, 3, 4]];
    assert!(part_of(&Job { inputs, ..good }).starts_with("number of buffers, 2 instead of 1"));
}
