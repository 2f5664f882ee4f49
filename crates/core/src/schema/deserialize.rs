//! A tree as serde reads it: the typed model comes straight from the values as they were written.

use std::{fmt, slice};

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    self, Deserialize, DeserializeSeed, EnumAccess, Expected, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};

use crate::source::tree::{self, Node, NodeId, Tree, TreeEntry, Value};

/// Reads a tree as a type.
pub(super) fn read<'t, T: Deserialize<'t>>(tree: &'t Tree) -> Result<T, Refusal> {
    T::deserialize(Written { tree, node: tree.root() })
}

/// The reason a type does not take a value, in words.
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

/// Types that are one value take one.
macro_rules! forward_to_scalar {
    ($($name:ident)*) => {$(
        fn $name<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
            self.scalar(visitor)
        }
    )*};
}

/// A value of a tree.
#[derive(Debug, Clone, Copy)]
struct Written<'t> {
    tree: &'t Tree,
    node: &'t Node,
}

impl<'t> Written<'t> {
    fn child(self, id: NodeId) -> Written<'t> {
        Written { node: self.tree.node(id), ..self }
    }

    fn items<V: Visitor<'t>>(self, items: &'t [NodeId], visitor: V) -> Result<V::Value, Refusal> {
        let mut items = Items { of: self, left: items.iter() };
        let value = visitor.visit_seq(&mut items)?;
        none_left(items.left.len()).map(|()| value)
    }

    fn members<V: Visitor<'t>>(self, entries: &'t [TreeEntry], visitor: V) -> Result<V::Value, Refusal> {
        let mut members = Members { of: self, left: entries.iter(), value: None };
        let value = visitor.visit_map(&mut members)?;
        none_left(members.left.len()).map(|()| value)
    }

    fn scalar<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match &self.node.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(truth) => visitor.visit_bool(*truth),
            Value::Int(n) => visitor.visit_i64(*n),
            Value::Float(x) => match tree::whole(*x) {
                Some(n) => visitor.visit_i64(n),
                None => visitor.visit_f64(*x),
            },
            Value::Str(text) => visitor.visit_borrowed_str(text),
            Value::Seq(_) | Value::Map(_) => Err(self.other_than(&visitor)),
        }
    }

    /// Says that something else was expected.
    fn other_than(self, expected: &dyn Expected) -> Refusal {
        let found = match &self.node.value {
            Value::Null => Unexpected::Unit,
            Value::Bool(truth) => Unexpected::Bool(*truth),
            Value::Int(n) => Unexpected::Signed(*n),
            Value::Float(x) => Unexpected::Float(*x),
            Value::Str(text) => Unexpected::Str(text),
            Value::Seq(_) => Unexpected::Seq,
            Value::Map(_) => Unexpected::Map,
        };
        de::Error::invalid_type(found, expected)
    }
}

fn none_left(count: usize) -> Result<(), Refusal> {
    if count == 0 { Ok(()) } else { Err(de::Error::custom(format!("{count} more than are read"))) }
}

/// The items of a sequence that are left.
struct Items<'t> {
    of: Written<'t>,
    left: slice::Iter<'t, NodeId>,
}

impl<'t> SeqAccess<'t> for Items<'t> {
    type Error = Refusal;

    fn next_element_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<Option<S::Value>, Refusal> {
        let Some(id) = self.left.next() else { return Ok(None) };
        seed.deserialize(self.of.child(*id)).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

/// The members of a mapping that are left.
struct Members<'t> {
    of: Written<'t>,
    left: slice::Iter<'t, TreeEntry>,
    /// The value of the key that was read last.
    value: Option<NodeId>,
}

impl<'t> MapAccess<'t> for Members<'t> {
    type Error = Refusal;

    fn next_key_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<Option<S::Value>, Refusal> {
        let Some(entry) = self.left.next() else { return Ok(None) };
        self.value = Some(entry.value);
        seed.deserialize(BorrowedStrDeserializer::new(&entry.key)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<S::Value, Refusal> {
        let id = self.value.take().ok_or_else(|| de::Error::custom("a value is asked for before its key"))?;
        seed.deserialize(self.of.child(id))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

/// Each kind of type is given what it can be: with all the rest of a visitor every model would be compiled several times over.
impl<'t> de::Deserializer<'t> for Written<'t> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match &self.node.value {
            Value::Seq(items) => self.items(items, visitor),
            Value::Map(entries) => self.members(entries, visitor),
            _ => self.scalar(visitor),
        }
    }

    fn deserialize_seq<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match &self.node.value {
            Value::Seq(items) => self.items(items, visitor),
            _ => Err(self.other_than(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'t>>(self, _: usize, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'t>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match &self.node.value {
            Value::Map(entries) => self.members(entries, visitor),
            _ => Err(self.other_than(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'t>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.deserialize_map(visitor)
    }

    fn deserialize_str<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match &self.node.value {
            Value::Str(text) => visitor.visit_borrowed_str(text),
            _ => Err(self.other_than(&visitor)),
        }
    }

    fn deserialize_string<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_str(visitor)
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

    /// Reads a variant: a word is one without more; a mapping of one member is one with a value.
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

    /// Reads nothing, as nothing is made of it.
    fn deserialize_ignored_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_unit()
    }

    forward_to_scalar! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 deserialize_u8
        deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32 deserialize_f64 deserialize_char
        deserialize_bytes deserialize_byte_buf deserialize_unit
    }

    fn deserialize_unit_struct<V: Visitor<'t>>(self, _: &'static str, visitor: V) -> Result<V::Value, Refusal> {
        self.scalar(visitor)
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
