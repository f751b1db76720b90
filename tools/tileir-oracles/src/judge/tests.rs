//! Verdicts on made-up answers: ours, a peer's and the definition's are all given here.

use super::*;

fn ours(values: &[i64]) -> Result<Answer<i64, String>, String> {
    Ok(Answer { form: Some("ours".to_owned()), function: Function::table(values.to_vec()) })
}

fn theirs(form: Option<&str>, values: &[i64]) -> Theirs<i64, String> {
    Theirs::Answered {
        form: form.map(str::to_owned),
        function: Function::table(values.to_vec()),
        points: (0i64..).zip(values.iter().copied()).collect(),
    }
}

fn defined(values: &[i64]) -> Definition<i64> {
    Definition::Everywhere(Function::table(values.to_vec()))
}

fn no_zero() -> Definition<i64> {
    let check = |f: &Function<i64>| match f.at(0) {
        Ok(0) => Check::Broken("zero".to_owned()),
        _ => Check::Kept,
    };
    Definition::Law { check: Box::new(check), open: true, duty: Duty::Asked }
}

#[test]
fn a_peer_that_differs_from_the_definition_is_wrong() {
    let verdict = judge(&theirs(None, &[0, 2, 5]), &ours(&[0, 2, 4]), &defined(&[0, 2, 4]));
    assert_eq!(verdict, Verdict::PeerWrong("at 2: 5, defined 4".to_owned()));
    let verdict = judge(&theirs(None, &[0, 2]), &ours(&[0, 2, 4]), &defined(&[0, 2, 4]));
    assert_eq!(verdict, Verdict::PeerWrong("size 2, defined 3".to_owned()));
}

#[test]
fn a_wrong_answer_of_ours_fails() {
    let right = theirs(None, &[0, 2, 4]);
    for wrong in [&[0, 2, 5][..], &[0, 2], &[0, 2, 4, 6]] {
        let verdict = judge(&right, &ours(wrong), &defined(&[0, 2, 4]));
        assert!(matches!(verdict, Verdict::Failed(_)), "{verdict:?}");
    }
    let nowhere = Answer { form: None, function: Function::new(3, |_| Err("no".to_owned())) };
    let verdict = judge(&right, &Ok(nowhere), &defined(&[0, 2, 4]));
    assert!(matches!(verdict, Verdict::Failed(_)), "{verdict:?}");
    let verdict = judge(&right, &Err("no".to_owned()), &defined(&[0, 2, 4]));
    assert!(matches!(verdict, Verdict::Failed(_)), "{verdict:?}");
}

#[test]
fn a_shared_mistake_fails() {
    let verdict = judge(&theirs(None, &[0, 1]), &ours(&[0, 1]), &defined(&[0, 2]));
    assert!(matches!(verdict, Verdict::Failed(_)), "{verdict:?}");
}

#[test]
fn without_a_definition_only_equality_passes() {
    let unknown = || Definition::Unknown("overflow".to_owned());
    assert_eq!(judge(&theirs(None, &[0, 1]), &ours(&[0, 1]), &unknown()), Verdict::Passed);
    let verdict = judge(&theirs(None, &[0, 1]), &ours(&[0, 2]), &unknown());
    assert!(matches!(verdict, Verdict::Failed(_)), "{verdict:?}");
}

#[test]
fn another_form_fails_where_the_form_counts() {
    let verdict = judge(&theirs(Some("else"), &[0]), &ours(&[0]), &defined(&[0]));
    assert!(matches!(verdict, Verdict::Failed(_)), "{verdict:?}");
    assert_eq!(judge(&theirs(Some("ours"), &[0]), &ours(&[0]), &defined(&[0])), Verdict::Passed);
}

#[test]
fn an_open_law_is_kept_in_more_ways_than_one() {
    assert_eq!(judge(&theirs(None, &[1]), &ours(&[2]), &no_zero()), Verdict::Passed);
    let verdict = judge(&theirs(None, &[0]), &ours(&[2]), &no_zero());
    assert_eq!(verdict, Verdict::PeerWrong("zero".to_owned()));
    let verdict = judge(&theirs(None, &[1]), &ours(&[0]), &no_zero());
    assert!(matches!(verdict, Verdict::Failed(_)), "{verdict:?}");
}

#[test]
fn a_rejection_passes_on_a_refusal_or_on_the_definition() {
    let rejected = Theirs::Rejected("assertion".to_owned());
    assert_eq!(judge(&rejected, &Err("no".to_owned()), &defined(&[0])), Verdict::Passed);
    assert_eq!(judge(&rejected, &ours(&[0, 3]), &defined(&[0, 3])), Verdict::Passed);
    let verdict = judge(&rejected, &ours(&[0, 4]), &defined(&[0, 3]));
    assert!(matches!(verdict, Verdict::Failed(_)), "{verdict:?}");
    let verdict = judge(&rejected, &ours(&[0]), &Definition::Unknown("overflow".to_owned()));
    assert!(matches!(verdict, Verdict::Failed(_)), "{verdict:?}");
}

#[test]
fn an_answer_where_none_exists_is_wrong() {
    let none = Definition::NoAnswer("0 and 1 collide".to_owned());
    let verdict = judge(&theirs(None, &[0]), &Err("no".to_owned()), &none);
    assert!(matches!(verdict, Verdict::PeerWrong(_)), "{verdict:?}");
}

#[test]
fn where_nothing_is_asked_for_a_broken_answer_is_wrong_and_a_kept_one_is_not() {
    let Definition::Law { check, open, .. } = no_zero() else { return };
    let duty = Duty::NotAsked("the modes overlap".to_owned());
    let law = Definition::Law { check, open, duty };
    let refused = || Err("no".to_owned());
    let verdict = judge(&theirs(None, &[0]), &refused(), &law);
    assert_eq!(verdict, Verdict::PeerWrong("zero; the modes overlap".to_owned()));
    let verdict = judge(&theirs(None, &[1]), &refused(), &law);
    assert!(matches!(verdict, Verdict::Failed(_)), "{verdict:?}");
    let verdict = judge(&theirs(None, &[0]), &refused(), &no_zero());
    assert!(matches!(verdict, Verdict::Failed(_)), "{verdict:?}");
}
