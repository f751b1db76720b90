//! Questions about addresses: vectors, runs and wavefronts of a map into one axis.
//!
//! A vector width is right if runs of that width are there, and a disproof of width 2 if none
//! are; a smaller width than there could be counts as unknown. Runs are unknown where a reason for
//! no wider ones, or no coarser starts, is. Memories have few banks, so that small maps meet in
//! them:
//!
//! | lanes | bytes a lane | memory |
//! |---|---|---|
//! | all axes | 4 | 4 banks of 4 bytes, 8 lanes at once |
//! | the first axis | 2 elements of 2 | as before, 4 lanes at once |
//! | the others, the last one slowest | 3 | 3 banks of 2 bytes, 5 lanes at once |

use super::{Asking, Judged};
use crate::oracle::{self, Listing};
use crate::tally::{Question, Told};
use tileir::proof::{Access, Answer, Banks, Budget, Verdict, contiguity, vector_width, wavefronts};

/// The widest access asked for.
const WIDEST: i64 = 8;

impl Asking {
    pub(super) fn memory(&mut self, budgets: &[Budget]) {
        let domain = self.listing.map.domain();
        let (rank, is_box) = (domain.rank(), domain.is_box());
        if self.listing.map.codomain().rank() != 1 {
            return;
        }
        if is_box {
            for axis in 0..rank {
                self.vector(axis, budgets);
                self.runs(axis, budgets);
            }
        }
        let all: Vec<usize> = (0..rank).collect();
        let others: Vec<usize> = (1..rank).rev().collect();
        let few = Banks { banks: 4, bank_bytes: 4, lanes: 8 };
        let odd = Banks { banks: 3, bank_bytes: 2, lanes: 5 };
        self.wavefronts(&all, (4, 1), &few, budgets);
        self.wavefronts(&all[..rank.min(1)], (2, 2), &Banks { lanes: 4, ..few }, budgets);
        self.wavefronts(&others, (3, 1), &odd, budgets);
    }

    fn vector(&mut self, axis: usize, budgets: &[Budget]) {
        let extent = self.listing.map.domain().axes()[axis].extent().finite().unwrap_or(0);
        let possible = |w: &i64| *w <= WIDEST && extent % w == 0;
        let there = |listing: &Listing, w: i64| oracle::run(listing, axis, w);
        // Of no points, no width is asked.
        let empty = self.listing.points.is_empty();
        let mut widths = [8, 4, 2].into_iter().filter(|w| !empty && possible(w));
        let widest = widths.find(|&w| there(&self.listing, w)).unwrap_or(1);
        let mut judged = Judged::nothing();
        for budget in budgets {
            let answer = vector_width(&self.listing.map, axis, WIDEST, budget);
            let right = judged.right(&answer, || match &answer {
                (width @ 2.., verdict) => {
                    verdict.is_proved() && possible(width) && there(&self.listing, *width)
                }
                (_, Verdict::Proved { .. }) => empty || !possible(&2),
                (_, Verdict::Disproved { witness, .. }) => {
                    widest == 1 && oracle::refutes_run(&self.listing, axis, 2, witness)
                }
                (_, Verdict::Unknown { .. }) => true,
            });
            let (width, verdict) = answer;
            let told = if width < widest { Told::Unknown } else { Told::from(&verdict) };
            let what = || format!("vectors of {width} along {axis}, not {widest}: {verdict}");
            self.count(Question::Vector, told, right, budget, what);
        }
    }

    fn runs(&mut self, axis: usize, budgets: &[Budget]) {
        let mut judged = Judged::nothing();
        for budget in budgets {
            let answer = contiguity(&self.listing.map, axis, budget);
            let found = answer.value();
            let right = found.is_none_or(|found| {
                judged.right(found, || oracle::is_contiguity(&self.listing, axis, found))
            });
            let claims = found.map(|found| [&found.wider, &found.coarser]);
            let open = claims.is_some_and(|all| all.into_iter().flatten().any(Verdict::is_unknown));
            let told = if open { Told::Unknown } else { Told::from(&answer) };
            let what = || format!("runs along {axis}: {answer:?}");
            self.count(Question::Runs, told, right, budget, what);
        }
    }

    fn wavefronts(
        &mut self,
        lanes: &[usize],
        (element_bytes, vector): (i64, i64),
        banks: &Banks,
        budgets: &[Budget],
    ) {
        // Cloning shares the map, and lets the answers be counted while the access is there.
        let map = self.listing.map.clone();
        let access = Access { map: &map, lanes, element_bytes, vector };
        let mut judged = Judged::nothing();
        for budget in budgets {
            let answer = wavefronts(&access, banks, budget);
            if !answer.is_known() && !oracle::has_addresses(&self.listing) {
                // What a lane without an address costs, nobody knows.
                continue;
            }
            let right = match &answer {
                Answer::Known { value, .. } => {
                    judged.right(value, || oracle::is_cost(&self.listing, &access, banks, value))
                }
                Answer::Unknown { .. } => true,
            };
            self.count(Question::Wavefronts, &answer, right, budget, || {
                let what = format!("{vector} of {element_bytes} bytes for the lanes {lanes:?}");
                format!("{what} from {banks:?}: {answer}")
            });
        }
    }
}
