//! The text area of a card: actions, special rules and keywords one below the other, as large as fits, lore at the foot.

use std::sync::Arc;

use super::style::{GREY, INK, RULE, ink, white};
use super::symbols;
use super::words::{self, Words};
use crate::print::font::Font;
use crate::print::frame::{Color, Frame, Path, Rect, Stroke, Transform, at};
use crate::print::layout::{LEADING, Line, POINT, Span, Style, Typesetter, sizes};
use crate::print::{Misfit, What};

/// A block of the text area.
pub(super) enum Block<'a> {
    /// An action or reaction; `cube` when a cube pays for it.
    Action { words: Words, cube: bool, tag: String },
    /// A sentence of a special rule.
    Rule { text: &'a str, tag: String },
    /// A keyword with what it means.
    Keyword { word: &'static str, text: String, tag: String },
}

impl Block<'_> {
    fn name(&self) -> &'static str {
        match self {
            Block::Action { .. } => "actions",
            Block::Rule { .. } => "special rules",
            Block::Keyword { .. } => "keywords",
        }
    }

    fn tag(&self) -> &str {
        match self {
            Block::Action { tag, .. } | Block::Rule { tag, .. } | Block::Keyword { tag, .. } => tag,
        }
    }
}

/// Sizes of the text in points, and of the lore.
const SIZES: (f64, f64) = (11.0, 6.0);
const LORE: (f64, f64) = (8.0, 6.5);

/// Between two blocks in millimetres: at least, and at most when there is room to spare.
const GAP: f64 = 1.3;
const WIDE_GAP: f64 = 2.8;

/// Sets blocks and lore into `rect`; `color` is the card's. The lore shrinks first.
pub(super) fn set(
    ts: &mut Typesetter,
    frame: &mut Frame,
    rect: Rect,
    blocks: &[Block<'_>],
    lore: Option<&str>,
    color: Color,
    misfits: &mut Vec<Misfit>,
) {
    let mut flow = Flow { ts, width: rect.width, color };
    let before = misfits.len();
    let lores: Vec<Column> = match lore {
        Some(text) => sizes(LORE).map_while(|size| flow.lore(text, size, misfits)).collect(),
        None => vec![Column::default()],
    };
    if misfits.len() > before {
        return;
    }
    let mut over = Ok(Column::default());
    for size in sizes(SIZES) {
        let column = match flow.blocks(blocks, size, GAP) {
            Ok(column) => column,
            Err(misfit) => {
                over = Err(misfit);
                continue;
            }
        };
        if let Some(lore) = lores.iter().find(|lore| column.height + lore.height <= rect.height) {
            // What is left over opens the gaps.
            let spare = rect.height - column.height - lore.height;
            let gap = (GAP + spare / (blocks.len() + 1) as f64).min(WIDE_GAP);
            let column = flow.blocks(blocks, size, gap).unwrap_or(column);
            frame.place(&Arc::new(column.frame), Transform::at(rect.x, rect.y));
            let foot = rect.bottom() - lore.height;
            frame.place(&Arc::new(lore.frame.clone()), Transform::at(rect.x, foot));
            return;
        }
        over = Ok(column);
    }
    let column = match over {
        Ok(column) => column,
        Err(misfit) => return misfits.push(misfit),
    };
    // The first block that ends below the area is the one that is too much; if none does, it is the lore.
    let first = column.ends.iter().position(|end| *end > rect.height);
    let (name, tag, end) = match first {
        Some(i) => (blocks[i].name(), blocks[i].tag(), column.height),
        None => ("lore", "/lore", column.height + lores.last().map_or(0.0, |l| l.height)),
    };
    misfits.push(Misfit { name, tag: tag.to_owned(), what: What::TooLong(end - rect.height) });
}

/// Blocks set below each other.
#[derive(Default)]
struct Column {
    frame: Frame,
    height: f64,
    /// Where each block ends.
    ends: Vec<f64>,
}

struct Flow<'a> {
    ts: &'a mut Typesetter,
    width: f64,
    color: Color,
}

impl Flow<'_> {
    fn blocks(&mut self, blocks: &[Block<'_>], size: f64, gap: f64) -> Result<Column, Misfit> {
        let mut column = Column::default();
        for (i, block) in blocks.iter().enumerate() {
            let keywords = |b: Option<&Block<'_>>| matches!(b, Some(Block::Keyword { .. }));
            let previous = i.checked_sub(1).map(|i| &blocks[i]);
            // Keywords stand together below one rule.
            if keywords(Some(block)) && !keywords(previous) {
                column.height += gap;
                let rule = Path::line(at(0.0, column.height), at(self.width, column.height));
                column.frame.stroke(rule, Stroke::new(RULE, 0.2));
                column.height += 0.8;
            } else if previous.is_some() {
                column.height += if keywords(Some(block)) { 0.3 } else { gap };
            }
            self.block(block, size, &mut column).map_err(|what| Misfit {
                name: block.name(),
                tag: block.tag().to_owned(),
                what,
            })?;
            column.ends.push(column.height);
        }
        Ok(column)
    }

    fn block(&mut self, block: &Block<'_>, size: f64, column: &mut Column) -> Result<(), What> {
        match block {
            Block::Action { words, cube, .. } => self.action(words, *cube, size, column),
            Block::Rule { text, .. } => {
                let top = column.height;
                let spans = [Span::new(text, ink(Font::Sans))];
                self.paragraph(&spans, size * 0.95, 2.4, column)?;
                let bar = Rect::new(0.0, top + 0.2, 0.9, column.height - top - 0.2);
                column.frame.fill(Path::rect(bar), self.color);
                Ok(())
            }
            Block::Keyword { word, text, .. } => {
                let spans = [Span::new(word, ink(Font::SansBold)), Span::new(text, ink(Font::Sans))];
                self.paragraph(&spans, size * 0.88, 0.0, column)
            }
        }
    }

    /// A title in a box with the requirement at the right; below it the targets, and what happens.
    fn action(&mut self, words: &Words, cube: bool, size: f64, column: &mut Column) -> Result<(), What> {
        let (title_size, top) = (size * 0.86, column.height);
        let height = size * POINT * 1.3;
        let style =
            if words.reaction { Style { font: Font::SansBold, color: self.color } } else { white(Font::SansBold) };
        let title = self.ts.line(&[Span::new(&words.title.to_uppercase(), style)], title_size)?;
        let box_width = title.width + 2.4;
        // Reactions are hollow, actions full.
        let inset = if words.reaction { 0.2 } else { 0.0 };
        let outline = Rect::new(0.0, top, box_width, height).grown(-inset, -inset);
        let outline = Path::rounded(outline, if words.reaction { height / 2.0 - inset } else { 0.5 });
        if words.reaction {
            column.frame.stroke(outline, Stroke::new(self.color, 0.4));
        } else {
            column.frame.fill(outline, self.color);
        }
        let baseline = top + height / 2.0 + title.cap_height / 2.0;
        title.draw(&mut column.frame, at(1.2, baseline));
        let mut left = box_width + 1.2;
        if words.voluntary {
            let may = self.ts.line(&[Span::new("voluntary", Style { font: Font::SerifItalic, color: GREY })], size)?;
            let width = may.width;
            may.draw(&mut column.frame, at(left, baseline));
            left += width + 1.0;
        }
        self.price(words, cube, (left, top, height, baseline), size, column)?;
        column.height = top + height + size * POINT * 0.28;
        if !words.targets.is_empty() {
            self.paragraph(&[Span::new(&words.targets, ink(Font::SansSemi))], size, 0.0, column)?;
        }
        self.paragraph(&[Span::new(&words.effect, ink(Font::Sans))], size * 0.95, 0.0, column)
    }

    /// What the dice must show, or the cube, at the right of the title: in words too where there is room.
    fn price(
        &mut self,
        words: &Words,
        cube: bool,
        (left, top, height, baseline): (f64, f64, f64, f64),
        size: f64,
        column: &mut Column,
    ) -> Result<(), What> {
        let mut right = self.width;
        let icon = size * POINT * 0.72;
        let text = match words.requires {
            // A special formation needs no dice (TB-3.2).
            _ if cube => {
                let icon = height * 0.95;
                right -= icon;
                symbols::cube(&mut column.frame, at(right, top + (height - icon) / 2.0), icon);
                "spend 1 cube"
            }
            Some(requirement) => {
                right =
                    symbols::requirement(&mut column.frame, requirement, at(right, top + (height - icon) / 2.0), icon);
                words::requirement(requirement)
            }
            None => return Ok(()),
        };
        let style = ink(Font::SansSemi);
        let spans = [Span::new(text, style)];
        for size in sizes((size * 0.86, size * 0.6)) {
            let line = self.ts.line(&spans, size)?;
            if right - line.width - 1.0 >= left {
                let x = right - line.width - 1.0;
                line.draw(&mut column.frame, at(x, baseline));
                break;
            }
        }
        Ok(())
    }

    fn paragraph(&mut self, spans: &[Span<'_>], size: f64, indent: f64, column: &mut Column) -> Result<(), What> {
        let lines = self.ts.wrap(spans, size, self.width - indent, true)?;
        self.check(&lines, indent)?;
        let pitch = size * POINT * LEADING;
        for line in lines {
            column.height += pitch;
            line.draw(&mut column.frame, at(indent, column.height - pitch * 0.26));
        }
        Ok(())
    }

    /// A word wider than the area cannot be helped by breaking lines.
    fn check(&self, lines: &[Line], indent: f64) -> Result<(), What> {
        let wide = lines.iter().map(|l| l.width).fold(0.0, f64::max) + indent - self.width;
        if wide > 0.05 { Err(What::TooLong(wide)) } else { Ok(()) }
    }

    /// The lore with a rule above it, or nothing once it has told why it cannot be set.
    fn lore(&mut self, text: &str, size: f64, misfits: &mut Vec<Misfit>) -> Option<Column> {
        let style = Style { font: Font::SerifItalic, color: INK };
        let mut column = Column { height: 2.2, ..Column::default() };
        let rule = Path::line(at(self.width / 2.0 - 8.0, 1.2), at(self.width / 2.0 + 8.0, 1.2));
        column.frame.stroke(rule, Stroke::new(self.color, 0.3));
        let lines = match self.ts.wrap(&[Span::new(text, style)], size, self.width, true) {
            Ok(lines) => lines,
            Err(what) => {
                misfits.push(Misfit { name: "lore", tag: "/lore".to_owned(), what });
                return None;
            }
        };
        let pitch = size * POINT * 1.1;
        for line in lines {
            column.height += pitch;
            let x = (self.width - line.width) / 2.0;
            line.draw(&mut column.frame, at(x, column.height - pitch * 0.28));
        }
        Some(column)
    }
}
