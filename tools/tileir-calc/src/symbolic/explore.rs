//! Every way through an operation, for every way of its operands.
//!
//! ```text
//! d    (4,3):(1,4) if t eq 4        coalesce(d)    12:1 if t eq 4
//!      (6,2):(1,7) if t eq 6                       (6,2):(1,7) if t eq 6
//! ```
//!
//! The operation's code is that for numbers. Guards of operands are given while it runs, and stay
//! guards of the result; so is what an operand and the result must meet to be layouts and numbers of
//! 64 bits. Ways that no values of the parameters take are left out where that is seen. What no way is
//! of is looked at [member by member](super::left), where these are few.

use tileir::cute::{CuteError, Layout};
use tileir::family::{Cases, Guard, Limit, Parameters, Scope, Sym};

use super::left::{Left, Rest, left};
use super::lift::Lift;
use super::operate::SymbolicDomain;
use super::{Form, Symbolic, Way, of_value};
use crate::error::Reason;
use crate::value::Value;

/// More choices of ways of the operands are not looked at.
const MOST_CHOICES: usize = 64;
/// More members are not asked by themselves.
const MOST_ASKED: usize = 4096;
/// More ways are not kept.
const MOST_WAYS: usize = 256;

/// Guards, each over the parameters of its own step.
pub type Conditions = Vec<(Parameters, Guard)>;

/// What a way ends in.
pub struct End {
    /// What it is.
    pub form: Form,
    /// Where it lies in the domain of what it was taken from, if it was taken from something.
    pub domain: Option<SymbolicDomain>,
    /// Numbers on the way to it, which must fit 64 bits too.
    pub between: Vec<Sym>,
}

impl From<(Form, Option<SymbolicDomain>)> for End {
    fn from((form, domain): (Form, Option<SymbolicDomain>)) -> End {
        End { form, domain, between: Vec::new() }
    }
}

/// What an operation on these operands is, way by way: `prepare` takes them into a scope, `build` is
/// the code, and `finish` says what the layout that it gives is, and where it lies.
///
/// # Errors
/// Operands of other kinds; why no way ends in a result.
pub fn explore<T, E: Into<End>>(
    operands: &[&Value],
    prepare: impl Fn(&Lift<'_>) -> Result<T, Reason>,
    build: impl Fn(&T) -> Result<Layout<Sym>, CuteError>,
    finish: impl Fn(&T, Layout<Sym>, (&Scope, &Guard)) -> E,
) -> Result<Symbolic, Reason> {
    let finish = |operands: &T, layout, (scope, guard): (&Scope, &Guard)| {
        let End { form, domain, between } = finish(operands, layout, (scope, guard)).into();
        let own = form.representable(scope, guard).map(|own| {
            let each = between.iter().map(|number| scope.representable_number(guard, number));
            each.fold(own, |all, next| all.and(&next))
        });
        let own = own?;
        let void = scope.is_void(&guard.and(&own));
        Some((form, domain, own, void))
    };
    let Found { ways: found, parameters, rest } = every_way(operands, prepare, build, finish)?;
    let (mut ways, mut conditions) = (Vec::new(), Guard::default());
    for ((form, domain, own, void), mut guards) in found {
        if void {
            conditions = own;
            continue;
        }
        rest_on(&mut guards, (parameters.clone(), own));
        ways.push(Way { form, guards, domain });
    }
    if ways.is_empty() {
        return Err(match rest {
            Some(rest) => Reason::NoWay { why: None, rest: rest.to_string() },
            None => CuteError::Contradiction { guard: conditions.to_string() }.into(),
        });
    }
    Ok(Symbolic { ways, parameters, rest, made: None })
}

/// What was found on every way.
pub struct Found<R> {
    /// What each way ends in, and what it rests on.
    pub ways: Vec<(R, Conditions)>,
    /// The parameters of all operands.
    pub parameters: Parameters,
    /// Why there may be ways that are not here.
    pub rest: Option<Rest>,
}

/// Every way through an operation on these operands, each with what `finish` makes of its layout;
/// see [`explore`]. A way of which it makes nothing is none: its members are asked by themselves.
///
/// # Errors
/// As [`explore`].
pub fn every_way<T, R>(
    operands: &[&Value],
    prepare: impl Fn(&Lift<'_>) -> Result<T, Reason>,
    build: impl Fn(&T) -> Result<Layout<Sym>, CuteError>,
    finish: impl Fn(&T, Layout<Sym>, (&Scope, &Guard)) -> Option<R>,
) -> Result<Found<R>, Reason> {
    let (mut found, mut symbolic) = (Vec::new(), Vec::new());
    for operand in operands {
        of_value(operand, &mut found);
        with_ways(operand, &mut symbolic);
    }
    let parameters = Parameters::new(found)?;
    let (mut ways, mut rest, mut refused, mut apart) = (Vec::new(), None, None, None);
    for symbolic in &symbolic {
        rest = Rest::or(rest, symbolic.rest.as_ref().map(Rest::of_operand));
    }
    let (mut choice, mut most) = (vec![0; symbolic.len()], MOST_ASKED);
    for number in 0.. {
        if number == MOST_CHOICES {
            let why = format!("there are more than {MOST_CHOICES} choices of the operands' ways");
            rest = Some(Rest::Unknown(why));
            break;
        }
        let picked = symbolic.iter().zip(&choice);
        let picked: Vec<(&Symbolic, &Way)> = picked
            .filter_map(|(symbolic, &way)| Some((*symbolic, symbolic.ways.get(way)?)))
            .collect();
        let scope = Scope::new(parameters.clone());
        let of_member = |values: &[i64]| {
            let member = Scope::of_member(&parameters, values);
            given(&member, &picked)?;
            let operands = prepare(&Lift { scope: &member, picked: picked.clone() });
            let operands = operands.map_err(|_| too_much())?;
            let mut cases = member.forms(|| build(&operands));
            match cases.cases.pop() {
                Some(case) => {
                    finish(&operands, case.layout, (&member, &case.guard)).ok_or_else(too_much)
                }
                None => Err(member.refused(cases)),
            }
        };
        let mut members = |cases: &Cases| {
            let Left { alone, rest } = left(&scope, cases, &mut most, of_member);
            let alone =
                alone.into_iter().map(|(guard, own)| (own, vec![(parameters.clone(), guard)]));
            (alone.collect::<Vec<_>>(), rest)
        };
        match given(&scope, &picked) {
            Ok(guards) => {
                let operands = prepare(&Lift { scope: &scope, picked: picked.clone() })?;
                let mut cases = scope.forms(|| build(&operands));
                let (mut own, mut kept) = (Vec::new(), Vec::new());
                for case in std::mem::take(&mut cases.cases) {
                    let known = (&scope, &case.guard);
                    let Some(result) = finish(&operands, case.layout.clone(), known) else {
                        cases.given_up = cases.given_up.or(Some(Limit::Way));
                        continue;
                    };
                    let mut guards = guards.clone();
                    rest_on(&mut guards, (parameters.clone(), case.guard.clone()));
                    own.push((result, guards));
                    kept.push(case);
                }
                cases.cases = kept;
                if !(cases.refusals.is_empty() && cases.is_complete()) {
                    let (alone, why) = members(&cases);
                    own.extend(alone);
                    rest = Rest::or(rest, why);
                }
                if own.is_empty() {
                    // The way that comes first says what no values meet.
                    let none = cases.refusals.is_empty() && cases.is_complete();
                    let unmet = none.then(|| build(&operands).and_then(|_| scope.settled()).err());
                    refused = refused.or(unmet.flatten()).or_else(|| Some(scope.refused(cases)));
                }
                ways.extend(own);
            }
            Err(error) => {
                if let CuteError::Search { limit, .. } = error {
                    let none = Cases { given_up: Some(limit), ..Cases::default() };
                    let (alone, why) = members(&none);
                    ways.extend(alone);
                    rest = Rest::or(rest, why);
                }
                apart = apart.or(Some(error));
            }
        }
        if !advance(&mut choice, &symbolic) {
            break;
        }
    }
    if ways.len() > MOST_WAYS {
        ways.truncate(MOST_WAYS);
        rest = Some(Rest::Unknown(format!("there are more than {MOST_WAYS} ways")));
    }
    match refused.or(apart) {
        // Others than those that were looked at may be left.
        Some(CuteError::Contradiction { .. }) if ways.is_empty() && rest.is_some() => {
            let rest = rest.map_or_else(String::new, |rest| rest.to_string());
            Err(Reason::NoWay { why: None, rest })
        }
        Some(error) if ways.is_empty() => Err(match rest {
            // Of numbers it is so; of symbols it may be for want of a form.
            Some(rest @ Rest::Unknown(_)) if is_of_range(&error) => {
                Reason::NoWay { why: Some(error.to_string()), rest: rest.to_string() }
            }
            _ => error.into(),
        }),
        _ => Ok(Found { ways, parameters, rest }),
    }
}

/// Whether an error says that a number leaves 64 bits.
fn is_of_range(error: &CuteError) -> bool {
    match error {
        CuteError::Overflow { .. } | CuteError::Size { .. } => true,
        CuteError::NoMember { error, .. } => is_of_range(error),
        _ => false,
    }
}

/// The values with ways in a value, each once.
fn with_ways<'a>(value: &'a Value, found: &mut Vec<&'a Symbolic>) {
    match value {
        Value::Symbolic(symbolic) if !found.contains(&&**symbolic) => found.push(symbolic),
        Value::Tuple(items) => items.iter().for_each(|item| with_ways(item, found)),
        _ => {}
    }
}

/// The next choice of ways, the first fastest; `false` if there is none.
fn advance(choice: &mut [usize], symbolic: &[&Symbolic]) -> bool {
    for (way, symbolic) in choice.iter_mut().zip(symbolic) {
        *way += 1;
        if *way < symbolic.ways.len() {
            return true;
        }
        *way = 0;
    }
    false
}

/// The guards of the ways that were picked, and when what they end in has a member at all; the
/// scope knows them from now on.
fn given(scope: &Scope, picked: &[(&Symbolic, &Way)]) -> Result<Conditions, CuteError> {
    let mut guards = Vec::new();
    for (from, guard) in picked.iter().flat_map(|(_, way)| &way.guards) {
        let own = match from == scope.parameters() {
            true => Some(guard.clone()),
            false => scope.carry_guard(guard, from),
        };
        match own {
            Some(own) => {
                scope.restrict(&own);
                rest_on(&mut guards, (scope.parameters().clone(), own));
            }
            None => rest_on(&mut guards, (from.clone(), guard.clone())),
        }
    }
    for (symbolic, way) in picked {
        let form = way.form.carried(scope, &symbolic.parameters);
        let own = form.and_then(|form| form.representable(scope, &Guard::default()));
        let own = own.ok_or_else(too_much)?;
        scope.demand(&own);
        rest_on(&mut guards, (scope.parameters().clone(), own));
    }
    scope.settled()?;
    Ok(guards)
}

/// Adds a guard, once.
fn rest_on(guards: &mut Conditions, guard: (Parameters, Guard)) {
    if !guard.1.is_always() && !guards.contains(&guard) {
        guards.push(guard);
    }
}

/// A number is too large on a way.
pub fn too_much() -> CuteError {
    CuteError::Search { refused: 0, limit: Limit::Way }
}
