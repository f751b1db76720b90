//! [`Inline`]: a list whose first elements lie in place.
//!
//! Layouts are short. Up to `N` elements are kept in an array, so building, copying and dropping
//! such a list touches no heap; with one more, all of them move to a vector.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// A list of any length; see the source file's header.
#[derive(Clone)]
pub struct Inline<E, const N: usize> {
    /// How many elements of `near` are in use; 0 once they have moved.
    count: usize,
    near: [E; N],
    far: Vec<E>,
}

impl<E: Default, const N: usize> Inline<E, N> {
    /// The empty list.
    #[inline]
    pub fn new() -> Self {
        Inline { count: 0, near: std::array::from_fn(|_| E::default()), far: Vec::new() }
    }

    /// Adds an element at the end.
    #[inline]
    pub fn push(&mut self, element: E) {
        if self.far.is_empty()
            && let Some(place) = self.near.get_mut(self.count)
        {
            *place = element;
            self.count += 1;
        } else {
            self.spill(element);
        }
    }

    #[cold]
    fn spill(&mut self, element: E) {
        let near = self.near.iter_mut().take(self.count).map(std::mem::take);
        self.far.extend(near);
        self.count = 0;
        self.far.push(element);
    }
}

impl<E: Default, const N: usize> Default for Inline<E, N> {
    fn default() -> Self {
        Inline::new()
    }
}

impl<E, const N: usize> Deref for Inline<E, N> {
    type Target = [E];

    #[inline]
    fn deref(&self) -> &[E] {
        if self.far.is_empty() { self.near.get(..self.count).unwrap_or(&[]) } else { &self.far }
    }
}

impl<E, const N: usize> DerefMut for Inline<E, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [E] {
        if self.far.is_empty() {
            self.near.get_mut(..self.count).unwrap_or(&mut [])
        } else {
            &mut self.far
        }
    }
}

impl<E: Default, const N: usize> Extend<E> for Inline<E, N> {
    #[inline]
    fn extend<I: IntoIterator<Item = E>>(&mut self, elements: I) {
        for element in elements {
            self.push(element);
        }
    }
}

impl<E: Default, const N: usize> FromIterator<E> for Inline<E, N> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = E>>(elements: I) -> Self {
        let mut list = Inline::new();
        list.extend(elements);
        list
    }
}

impl<'a, E, const N: usize> IntoIterator for &'a Inline<E, N> {
    type Item = &'a E;
    type IntoIter = std::slice::Iter<'a, E>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, E, const N: usize> IntoIterator for &'a mut Inline<E, N> {
    type Item = &'a mut E;
    type IntoIter = std::slice::IterMut<'a, E>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<E: PartialEq, const N: usize> PartialEq for Inline<E, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<E: Eq, const N: usize> Eq for Inline<E, N> {}

impl<E: Hash, const N: usize> Hash for Inline<E, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<E: fmt::Debug, const N: usize> fmt::Debug for Inline<E, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_the_same_before_and_after_it_moves() {
        let mut list: Inline<i64, 4> = Inline::new();
        for length in 0..10 {
            assert_eq!(*list, (0..length).collect::<Vec<i64>>());
            list.push(length);
        }
        list[3] = 7;
        assert_eq!((list.len(), list.iter().sum::<i64>()), (10, 49));
        assert_eq!(list, list.iter().copied().collect());
    }
}
