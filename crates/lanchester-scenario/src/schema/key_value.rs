//! What a key of a declared table may hold: the types of its fields, each with its limits, its reader and its printer.

use std::ops::RangeInclusive;

use crate::schema::table_schema::ValueType;
use crate::values::fields::Fields;

/// A type that a key of a file is read into.
#[diagnostic::on_unimplemented(
    message = "no key of a file can hold a `{Self}`",
    label = "a whole number, `bool`, an `Option` or array of them, a type of `words!` or `weights!`, or `[by function]`"
)]
pub trait KeyValue: Clone + 'static {
    /// What is said of a key beside its type: the range of a whole number, nothing of most others.
    type Limits: Clone + 'static;

    /// The type in a file.
    fn value_type(limits: &Self::Limits) -> ValueType;

    /// What a part holds whose key has no default, before it is read.
    fn least(limits: &Self::Limits) -> Self;

    /// The value as a file holds it; `None` for one that is absent.
    fn written(&self) -> Option<Written>;

    /// The value of a key that the table has; `None` for one that was refused. Of a table, what is absent stays as in `base`.
    fn read(fields: &Fields, name: &str, base: Option<&Self>) -> Option<Self>;
}

/// A value as a file holds it.
pub type Written = toml::Value;

/// A whole number of a file as a type holds it.
pub trait Whole: Copy + TryFrom<i64> + Into<i64> + 'static {}
impl<N: Copy + TryFrom<i64> + Into<i64> + 'static> Whole for N {}

/// An enum whose variants are words in files, declared by [`words!`](crate::words).
#[diagnostic::on_unimplemented(
    message = "no key of a file can hold a `{Self}`",
    label = "a whole number, `bool`, an `Option` or array of them, a type of `words!` or `weights!`, or `[by function]`"
)]
pub trait Words: Copy + PartialEq + 'static {
    /// What they are, as in "unknown **order**".
    const WHAT: &'static str;
    /// All of them.
    const WORDS: &'static [(&'static str, Self)];
}

impl KeyValue for bool {
    type Limits = ();

    fn value_type((): &()) -> ValueType {
        ValueType::Flag
    }

    fn least((): &()) -> Self {
        false
    }

    fn written(&self) -> Option<Written> {
        Some((*self).into())
    }

    fn read(fields: &Fields, name: &str, _base: Option<&Self>) -> Option<Self> {
        fields.flag(name)
    }
}

/// The type in a file of a whole number of these limits.
fn whole<N: Whole>(limits: &RangeInclusive<N>) -> ValueType {
    ValueType::whole((*limits.start()).into(), (*limits.end()).into())
}

macro_rules! whole_numbers {
    ($($type:ty)+) => {$(
        impl KeyValue for $type {
            type Limits = RangeInclusive<Self>;

            fn value_type(limits: &Self::Limits) -> ValueType {
                whole(limits)
            }

            fn least(limits: &Self::Limits) -> Self {
                *limits.start()
            }

            fn written(&self) -> Option<Written> {
                Some(i64::from(*self).into())
            }

            fn read(fields: &Fields, name: &str, _base: Option<&Self>) -> Option<Self> {
                fields.number(name)
            }
        }
    )+};
}
whole_numbers!(u8 u16 u32 i8 i16);

/// A list of so many whole numbers, all of the same limits.
impl<N: Whole, const LENGTH: usize> KeyValue for [N; LENGTH] {
    type Limits = RangeInclusive<N>;

    fn value_type(limits: &Self::Limits) -> ValueType {
        ValueType::list(whole(limits), LENGTH, LENGTH)
    }

    fn least(limits: &Self::Limits) -> Self {
        [*limits.start(); LENGTH]
    }

    fn written(&self) -> Option<Written> {
        Some(self.map(Into::<i64>::into).to_vec().into())
    }

    fn read(fields: &Fields, name: &str, _base: Option<&Self>) -> Option<Self> {
        fields.row(name)
    }
}

/// A key that may be absent.
impl<V: KeyValue> KeyValue for Option<V> {
    type Limits = V::Limits;

    fn value_type(limits: &Self::Limits) -> ValueType {
        V::value_type(limits)
    }

    fn least(_limits: &Self::Limits) -> Self {
        None
    }

    fn written(&self) -> Option<Written> {
        self.as_ref()?.written()
    }

    fn read(fields: &Fields, name: &str, base: Option<&Self>) -> Option<Self> {
        V::read(fields, name, base.and_then(Option::as_ref)).map(Some)
    }
}

impl<W: Words> KeyValue for W {
    type Limits = ();

    fn value_type((): &()) -> ValueType {
        ValueType::choice(W::WHAT, W::WORDS.iter().map(|(word, _)| *word))
    }

    fn least((): &()) -> Self {
        W::WORDS[0].1
    }

    fn written(&self) -> Option<Written> {
        W::WORDS.iter().find(|(_, value)| value == self).map(|(word, _)| (*word).into())
    }

    fn read(fields: &Fields, name: &str, _base: Option<&Self>) -> Option<Self> {
        let word = fields.word(name)?;
        W::WORDS.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
    }
}
