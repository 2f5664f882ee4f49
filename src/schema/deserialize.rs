//! A tree as serde reads it: the typed model comes straight from the values as they were written.

use std::fmt;

use serde::de::value::{BorrowedStrDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{self, Deserialize, DeserializeSeed, EnumAccess, IntoDeserializer, VariantAccess, Visitor};

use crate::source::tree::{self, Node, Tree, Value};

/// Reads a tree as a type.
pub(super) fn read<'t, T: Deserialize<'t>>(tree: &'t Tree) -> Result<T, Refusal> {
    T::deserialize(Written { tree, node: tree.root() })
}

/// Why a type does not take a value.
#[derive(Debug)]
pub(super) struct Refusal(String);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

impl de::Error for Refusal {
    fn custom<T: fmt::Display>(message: T) -> Refusal {
        Refusal(message.to_string())
    }
}

/// A value of a tree.
#[derive(Debug, Clone, Copy)]
struct Written<'t> {
    tree: &'t Tree,
    node: &'t Node,
}

impl<'t> IntoDeserializer<'t, Refusal> for Written<'t> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'t> de::Deserializer<'t> for Written<'t> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        let Written { tree, node } = self;
        match &node.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(truth) => visitor.visit_bool(*truth),
            Value::Int(n) => visitor.visit_i64(*n),
            Value::Float(x) => match tree::whole(*x) {
                Some(n) => visitor.visit_i64(n),
                None => visitor.visit_f64(*x),
            },
            Value::Str(text) => visitor.visit_borrowed_str(text),
            Value::Seq(items) => {
                let mut items = SeqDeserializer::new(items.iter().map(|id| Written { tree, node: tree.node(*id) }));
                let value = visitor.visit_seq(&mut items)?;
                items.end().map(|()| value)
            }
            Value::Map(entries) => {
                let mut members = MapDeserializer::new(entries.iter().map(|entry| {
                    (BorrowedStrDeserializer::new(&entry.key), Written { tree, node: tree.node(entry.value) })
                }));
                let value = visitor.visit_map(&mut members)?;
                members.end().map(|()| value)
            }
        }
    }

    fn deserialize_option<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.node.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'t>>(self, _: &'static str, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_newtype_struct(self)
    }

    /// A word is a variant without more; a mapping of one member is a variant with a value.
    fn deserialize_enum<V: Visitor<'t>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let Written { tree, node } = self;
        match &node.value {
            Value::Str(word) => visitor.visit_enum(Variant { name: word, value: None }),
            Value::Map(entries) if entries.len() == 1 => {
                let value = Written { tree, node: tree.node(entries[0].value) };
                visitor.visit_enum(Variant { name: &entries[0].key, value: Some(value) })
            }
            _ => Err(de::Error::custom("neither a word nor a mapping of one member")),
        }
    }

    serde::forward_to_deserialize_any! {
        <V: Visitor<'t>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// A variant of an enum, and what it is made of.
struct Variant<'t> {
    name: &'t str,
    value: Option<Written<'t>>,
}

impl<'t> EnumAccess<'t> for Variant<'t> {
    type Error = Refusal;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'t>>(self, seed: S) -> Result<(S::Value, Self), Refusal> {
        Ok((seed.deserialize(BorrowedStrDeserializer::new(self.name))?, self))
    }
}

impl<'t> Variant<'t> {
    fn value(self) -> Result<Written<'t>, Refusal> {
        self.value.ok_or_else(|| de::Error::custom(format!("`{}` lacks its value", self.name)))
    }
}

impl<'t> VariantAccess<'t> for Variant<'t> {
    type Error = Refusal;

    fn unit_variant(self) -> Result<(), Refusal> {
        self.value.map_or(Ok(()), <()>::deserialize)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'t>>(self, seed: S) -> Result<S::Value, Refusal> {
        seed.deserialize(self.value()?)
    }

    fn tuple_variant<V: Visitor<'t>>(self, _: usize, visitor: V) -> Result<V::Value, Refusal> {
        de::Deserializer::deserialize_any(self.value()?, visitor)
    }

    fn struct_variant<V: Visitor<'t>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Refusal> {
        de::Deserializer::deserialize_any(self.value()?, visitor)
    }
}
