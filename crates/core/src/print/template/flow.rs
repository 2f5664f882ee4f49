//! A flow: paragraphs one below the other, as large as fits, and a foot where there is room.

use std::collections::BTreeMap;

use super::LabelMark;
use super::compose::{Ink, Inked, spans};
use super::content::{Block, Paragraph, Run};
use super::face::{ColumnStyle, FlowStyle, Paint, Rule, Tag};
use super::icons::Icons;
use super::look::Look;
use super::overset;
use super::setting::Setting;
use super::tiny::{LEAST_POINTS, LEAST_POINTS_REVERSED, is_tiny};
use crate::print::font::Font;
use crate::print::frame::{Frame, Path, Point, Rect, Segment, Stroke, at};
use crate::print::layout::{Align, POINT, Prepared, Typesetter, sizes};
use crate::print::{Misfit, What};

/// A flow's box.
#[derive(Debug)]
pub(super) struct Flow {
    pub(super) rect: Rect,
    /// Largest and smallest size in points.
    pub(super) sizes: (f64, f64),
    /// The sizes in points that are tried before the smaller ones, the largest first; any will do where there are none.
    pub(super) preferred: Vec<f64>,
    /// Between two blocks in millimetres: at least, and at most when there is room to spare.
    pub(super) gaps: (f64, f64),
    /// Largest and smallest size of the foot, and the text's smallest size above one.
    pub(super) foot: Option<((f64, f64), f64)>,
    pub(super) styles: Vec<(String, FlowStyle)>,
    /// The font of what matters in labels and asides.
    pub(super) strong: Font,
}

/// Height of a row, and the space below it, in sizes of the flow.
const ROW: f64 = 1.3;
const BELOW_ROW: f64 = 0.28;
/// Between what stands in a row, and inside a label's box, in millimetres.
const BESIDE: f64 = 1.2;
/// An aside shrinks to these parts of its size before a shorter one is taken.
const SHRINK: [f64; 4] = [1.0, 0.9, 0.8, 0.7];

/// The colours, icons and quotation marks of a flow's texts.
#[derive(Clone, Copy)]
pub(super) struct FlowInk<'a> {
    pub(super) look: &'a Look,
    pub(super) icons: &'a Icons,
    /// The marks that open and close a quotation, then a quotation within it.
    pub(super) quotes: &'a [String; 4],
}

/// A paragraph inked.
struct InkedParagraph<'a> {
    block: usize,
    style: &'a FlowStyle,
    name: &'static str,
    label: Option<Vec<Inked>>,
    text: Vec<Inked>,
    asides: Vec<Vec<Inked>>,
    cells: Vec<Vec<Inked>>,
}

impl InkedParagraph<'_> {
    /// Takes the characters that its block has no glyphs for out of its texts.
    fn replace_missing(&mut self, missing: &BTreeMap<usize, Vec<char>>) {
        let Some(missing) = missing.get(&self.block) else { return };
        let lists = self.label.iter_mut().chain([&mut self.text]).chain(&mut self.asides).chain(&mut self.cells);
        lists.for_each(|inked| overset::replace_missing(inked, missing));
    }
}

/// A paragraph measured.
struct Ready<'a> {
    block: usize,
    style: &'a FlowStyle,
    name: &'static str,
    label: Option<Prepared<'a>>,
    text: Prepared<'a>,
    asides: Vec<Prepared<'a>>,
    cells: Vec<Prepared<'a>>,
}

impl Ready<'_> {
    /// Returns true if it is a text with an aside that is all there is to its row.
    fn is_breakable_row(&self) -> bool {
        self.style.row && self.label.is_none() && !self.text.is_empty() && !self.asides.is_empty()
    }
}

/// A place for paragraphs, and what paints them.
struct Column<'a> {
    look: &'a Look,
    rect: Rect,
    gap: f64,
    size: f64,
    foot: bool,
    /// Breaks the text of a row into lines where it is too wide for the aside to stand beside it.
    breaks_rows: bool,
    /// Draws also what is wider than the box.
    overset: bool,
}

impl Flow {
    /// Sets the blocks, and draws them if there is a drawing.
    pub(super) fn set(&self, ts: &mut Typesetter, ink: FlowInk<'_>, blocks: &[Block], setting: &mut Setting) {
        let look = ink.look;
        let inked = |foot: bool| self.ink_paragraphs(blocks, foot, ink);
        let (mut body, mut foot) = (inked(false), inked(self.foot.is_some()));
        if let (Ok(body), Ok(foot)) = (prepare(ts, &body), prepare(ts, &foot)) {
            return self.lay(ts, look, blocks, (&body, &foot), setting);
        }
        for part in [&mut body, &mut foot] {
            let missing = prepare(ts, part).err().unwrap_or_default();
            part.iter_mut().for_each(|paragraph| paragraph.replace_missing(&missing));
            let missing = missing.into_iter().map(|(block, missing)| misfit(blocks, block, What::NoGlyphs(missing)));
            setting.misfits.extend(missing);
        }
        if let (Ok(body), Ok(foot)) = (prepare(ts, &body), prepare(ts, &foot)) {
            self.lay(ts, look, blocks, (&body, &foot), setting);
        }
    }

    /// Returns true if the blocks surely fit, with nothing too small to be read with ease: they are measured in the smallest size
    /// that is, not in all down from the largest. False says nothing.
    pub(super) fn surely_fits(&self, ts: &mut Typesetter, ink: FlowInk<'_>, blocks: &[Block]) -> bool {
        let (body, foot) =
            (self.ink_paragraphs(blocks, false, ink), self.ink_paragraphs(blocks, self.foot.is_some(), ink));
        let (Ok(body), Ok(foot)) = (prepare(ts, &body), prepare(ts, &foot)) else { return false };
        let of_size = |size: f64| self.column(ink.look, size, self.gaps.0);
        let foot_spec = self.foot.filter(|_| !foot.is_empty());
        let spares = foot_spec.map_or(0.0, |(_, spares)| spares);
        let is_meant = |size: &f64| *size >= spares && of_size(*size).is_legible(&body);
        let Some(size) = self.sizes_to_try().take_while(is_meant).last() else { return false };
        let Ok((height, _)) = of_size(size).run(ts, &body, None) else { return false };
        let Some(((_, least), _)) = foot_spec else { return height <= self.rect.height };
        let of_foot = Column { foot: true, ..of_size(least) };
        of_foot.is_legible(&foot)
            && of_foot.run(ts, &foot, None).is_ok_and(|(of_foot, _)| of_foot <= self.rect.height - height)
    }

    /// Lays measured paragraphs out in the box and draws them if there is a drawing; what does not fit is drawn beyond it.
    fn lay(
        &self,
        ts: &mut Typesetter,
        look: &Look,
        blocks: &[Block],
        (body, foot): (&[Ready<'_>], &[Ready<'_>]),
        setting: &mut Setting,
    ) {
        let foot = self.foot.filter(|_| !foot.is_empty()).map(|spec| (spec, foot));
        let column = |size: f64, gap: f64| self.column(look, size, gap);
        let foot_column = |size: f64| Column { foot: true, ..column(size, self.gaps.0) };
        if let Some((((most, least), spares), foot)) = &foot {
            let foot_at = |ts: &mut Typesetter, size| Some((size, foot_column(size).run(ts, foot, None).ok()?.0));
            for size in self.sizes_to_try().filter(|size| size >= spares) {
                let Ok((height, _)) = column(size, self.gaps.0).run(ts, body, None) else { continue };
                let room = self.rect.height - height;
                let fits = sizes((*most, *least)).filter_map(|size| foot_at(ts, size)).find(|(_, foot)| *foot <= room);
                let Some((foot_size, foot_height)) = fits else { continue };
                let Some(frame) = setting.frame.as_mut() else { return };
                let ends = self.draw(ts, &column(size, self.gaps.0), body, room - foot_height, frame);
                let rect = Rect::new(self.rect.x, self.rect.bottom() - foot_height, self.rect.width, foot_height);
                let of_foot = Column { rect, ..foot_column(foot_size) }.run(ts, foot, Some(frame));
                mark_blocks(setting, blocks, self.rect, &ends);
                mark_blocks(setting, blocks, rect, &of_foot.map_or_else(|_| Vec::new(), |(_, ends)| ends));
                return;
            }
            let body =
                column(self.sizes.1.max(*spares), self.gaps.0).run(ts, body, None).map_or(0.0, |(height, _)| height);
            let foot_height = foot_at(ts, *least).map_or(0.0, |(_, height)| height);
            let over = body + foot_height - self.rect.height;
            setting.misfits.push(misfit(blocks, foot[0].block, What::LeftOut(over.max(0.0))));
        }
        let mut over = None;
        // A row is broken only where it is too wide at every size.
        let rows = if body.iter().any(Ready::is_breakable_row) { &[false, true][..] } else { &[false] };
        for (breaks_rows, size) in rows.iter().flat_map(|breaks| self.sizes_to_try().map(move |size| (*breaks, size))) {
            let column = Column { breaks_rows, ..column(size, self.gaps.0) };
            match column.run(ts, body, None) {
                Ok((height, _)) if height <= self.rect.height => {
                    if let Some(frame) = setting.frame.as_mut() {
                        let ends = self.draw(ts, &column, body, self.rect.height - height, frame);
                        mark_blocks(setting, blocks, self.rect, &ends);
                    }
                    return;
                }
                Ok((height, ends)) => {
                    // The first block that ends below the box is the one that is too much.
                    let first = ends.iter().find(|(_, end)| *end > self.rect.height).map_or(0, |(block, _)| *block);
                    over = Some((first, What::TooLong(height - self.rect.height)));
                }
                Err(wrong) => over = Some(wrong),
            }
        }
        setting.misfits.extend(over.map(|(block, what)| misfit(blocks, block, what)));
        let Some(frame) = setting.frame.as_mut() else { return };
        let first = frame.items.len();
        let last = Column { breaks_rows: true, overset: true, ..column(self.sizes.1, self.gaps.0) };
        let drawn = last.run(ts, body, Some(frame));
        overset::mark(frame, first, self.rect);
        mark_blocks(setting, blocks, self.rect, &drawn.map_or_else(|_| Vec::new(), |(_, ends)| ends));
    }

    /// Returns the sizes in points that are tried, the largest first.
    fn sizes_to_try(&self) -> impl Iterator<Item = f64> {
        let least = self.preferred.last().copied();
        let below = sizes((least.unwrap_or(self.sizes.0).min(self.sizes.0), self.sizes.1));
        self.preferred.iter().copied().chain(below.filter(move |size| least.is_none_or(|least| *size < least)))
    }

    /// Returns all of the box as a place for paragraphs.
    fn column<'a>(&self, look: &'a Look, size: f64, gap: f64) -> Column<'a> {
        Column { look, rect: self.rect, gap, size, foot: false, breaks_rows: false, overset: false }
    }

    /// Draws the body in its place; what is left over opens the gaps. Returns where each paragraph ends.
    fn draw(
        &self,
        ts: &mut Typesetter,
        column: &Column<'_>,
        body: &[Ready<'_>],
        spare: f64,
        frame: &mut Frame,
    ) -> Vec<(usize, f64)> {
        let blocks = body.last().map_or(0, |last| last.block - body[0].block) + 2;
        let gap = (self.gaps.0 + spare / blocks as f64).min(self.gaps.1);
        Column { gap, ..*column }.run(ts, body, Some(frame)).map_or_else(|_| Vec::new(), |(_, ends)| ends)
    }

    fn ink_paragraphs<'a>(&'a self, blocks: &[Block], foot: bool, ink: FlowInk<'_>) -> Vec<InkedParagraph<'a>> {
        let chosen = blocks.iter().enumerate().filter(|(_, block)| if foot { block.foot } else { !block.foot });
        chosen
            .flat_map(|(i, block)| block.paragraphs.iter().map(move |paragraph| (i, paragraph)))
            .filter_map(|(i, paragraph)| self.paragraph(i, paragraph, ink))
            .collect()
    }

    /// None when the template says nothing of its style, which has been told.
    fn paragraph<'a>(
        &'a self,
        block: usize,
        paragraph: &Paragraph,
        FlowInk { look, icons, quotes }: FlowInk<'_>,
    ) -> Option<InkedParagraph<'a>> {
        let (_, style) = self.styles.iter().find(|(name, _)| name == paragraph.style)?;
        let muted = style.muted.color(look);
        let tag = |tag: &Tag| {
            let [_, _, aside] = style.fonts;
            Ink { fonts: [tag.font, self.strong, aside], color: tag.color.color(look), muted, caps: tag.caps, quotes }
        };
        let text = Ink { fonts: style.fonts, color: style.color.color(look), muted, caps: false, quotes };
        let label = |label: &String| tag(&style.label).all(&[Run::plain(label)], look, icons);
        let cell = |(column, runs): (&ColumnStyle, &Vec<Run>)| {
            let [_, strong, aside] = style.fonts;
            let ink = Ink {
                fonts: [column.font, strong, aside],
                color: column.color.color(look),
                muted,
                caps: false,
                quotes,
            };
            ink.all(runs, look, icons)
        };
        Some(InkedParagraph {
            block,
            style,
            name: paragraph.style,
            label: paragraph.label.as_ref().map(label),
            text: text.all(&paragraph.text, look, icons),
            asides: paragraph.asides.iter().map(|runs| tag(&style.aside).all(runs, look, icons)).collect(),
            cells: style.columns.iter().zip(&paragraph.cells).map(cell).collect(),
        })
    }
}

/// Takes where blocks stand in a box: each reaches from the end of the one before to its own.
fn mark_blocks(setting: &mut Setting, blocks: &[Block], rect: Rect, ends: &[(usize, f64)]) {
    let mut top = 0.0;
    for of_block in ends.chunk_by(|(one, _), (other, _)| one == other) {
        let Some((block, bottom)) = of_block.last() else { continue };
        let part = Rect::new(rect.x, rect.y + top, rect.width, bottom - top);
        setting.mark(part, &blocks[*block].tag);
        top = *bottom;
    }
}

fn misfit(blocks: &[Block], block: usize, what: What) -> Misfit {
    Misfit { name: blocks[block].name.to_owned(), tag: blocks[block].tag.clone(), what }
}

/// Measures paragraphs; where no font has some of their characters, the error lists these by block, each once.
fn prepare<'a>(
    ts: &mut Typesetter,
    inked: &'a [InkedParagraph<'a>],
) -> Result<Vec<Ready<'a>>, BTreeMap<usize, Vec<char>>> {
    let mut wrong: BTreeMap<usize, Vec<char>> = BTreeMap::new();
    let ready = |paragraph: &'a InkedParagraph<'a>| {
        let mut prepare = |inked: &'a [Inked], hyphens| {
            ts.prepare(&spans(inked), hyphens).unwrap_or_else(|missing| {
                let known = wrong.entry(paragraph.block).or_default();
                let new: Vec<char> = missing.into_iter().filter(|c| !known.contains(c)).collect();
                known.extend(new);
                Prepared::default()
            })
        };
        Ready {
            block: paragraph.block,
            style: paragraph.style,
            name: paragraph.name,
            label: paragraph.label.as_deref().map(|label| prepare(label, false)),
            text: prepare(&paragraph.text, !paragraph.style.row && paragraph.style.hyphens),
            asides: paragraph.asides.iter().map(|aside| prepare(aside, false)).collect(),
            cells: paragraph.cells.iter().map(|cell| prepare(cell, true)).collect(),
        }
    };
    let ready = inked.iter().map(ready).collect();
    if wrong.is_empty() { Ok(ready) } else { Err(wrong) }
}

/// The height of a column, and where each paragraph's block ends.
type Extent = (f64, Vec<(usize, f64)>);

impl Column<'_> {
    /// Measures the paragraphs, and draws them if there is a frame.
    fn run(
        &self,
        ts: &mut Typesetter,
        paragraphs: &[Ready<'_>],
        mut frame: Option<&mut Frame>,
    ) -> Result<Extent, (usize, What)> {
        let (em, mut y) = (self.size * POINT, if self.foot { self.gap } else { 0.0 });
        let mut ends = Vec::with_capacity(paragraphs.len());
        let mut previous: Option<&Ready<'_>> = None;
        for paragraph in paragraphs {
            let style = paragraph.style;
            let alike = previous.is_some_and(|previous| previous.name == paragraph.name);
            if let Some(previous) = previous {
                y += style.before * em;
                if previous.block != paragraph.block && !(alike && style.above.is_some()) {
                    y += self.gap;
                }
            }
            // Nothing is set apart from nothing; a foot is, from the body.
            if let Some(above) = style.above
                && !alike
                && (previous.is_some() || self.foot)
            {
                self.rule(above, y, frame.as_deref_mut());
                y += above.space;
            }
            y = match (style.row, style.columns.is_empty()) {
                (true, _) => self.row(ts, paragraph, y, frame.as_deref_mut()),
                (false, true) => self.lines(ts, paragraph, y, frame.as_deref_mut()),
                (false, false) => self.cells(ts, paragraph, y, frame.as_deref_mut()),
            }
            .map_err(|what| (paragraph.block, what))?;
            if let Some(below) = style.below {
                y += below.space;
                self.rule(below, y, frame.as_deref_mut());
            }
            ends.push((paragraph.block, y));
            previous = Some(paragraph);
        }
        Ok((y, ends))
    }

    /// Returns true if nothing of these paragraphs is too small to be read with ease, even what shrinks.
    fn is_legible(&self, paragraphs: &[Ready<'_>]) -> bool {
        paragraphs.iter().all(|Ready { style, label, asides, cells, .. }| {
            let size = self.size * style.size;
            let is_large = |size: f64, paint: Paint| {
                !is_tiny(size, paint.color(self.look)) && !is_tiny(size, style.muted.color(self.look))
            };
            let [.., most_shrunk] = SHRINK;
            is_large(size, style.color)
                && (label.is_none() || is_large(self.tag_size(&style.label, 1.0), style.label.color))
                && (asides.is_empty() || is_large(self.tag_size(&style.aside, most_shrunk), style.aside.color))
                && style.columns.iter().zip(cells).all(|(column, _)| is_large(size * column.size, column.color))
        })
    }

    /// Returns a paragraph of lines.
    fn lines(
        &self,
        ts: &mut Typesetter,
        paragraph: &Ready<'_>,
        top: f64,
        frame: Option<&mut Frame>,
    ) -> Result<f64, What> {
        let style = paragraph.style;
        let (size, width) = (self.size * style.size, self.rect.width - style.indent);
        let em = size * POINT;
        let lines = paragraph.text.lines(width / em);
        let wide = lines.iter().map(|line| paragraph.text.width(line) * em).fold(0.0, f64::max) - width;
        // A word wider than the box cannot be helped by breaking lines.
        if wide > 0.05 && !self.overset {
            return Err(What::TooLong(wide));
        }
        let pitch = em * style.leading;
        let bottom = top + pitch * lines.len() as f64;
        let Some(frame) = frame else { return Ok(bottom) };
        let lines = if style.align == Align::Center { paragraph.text.even_lines(width / em) } else { lines };
        for (line, i) in lines.iter().zip(1..) {
            let line = ts.set(&paragraph.text, line.clone(), size);
            let x = self.rect.x + style.indent + paragraph.text.align(style.align).indent(width - line.width);
            line.draw(frame, at(x, self.rect.y + top + pitch * f64::from(i) - pitch * 0.26));
        }
        if let Some(bar) = style.bar {
            let bar_rect = Rect::new(self.rect.x, self.rect.y + top + 0.2, 0.9, bottom - top - 0.2);
            frame.fill(Path::rect(bar_rect), bar.color(self.look));
        }
        Ok(bottom)
    }

    /// Draws a line in the middle of the box.
    fn rule(&self, rule: Rule, top: f64, frame: Option<&mut Frame>) {
        let Some(frame) = frame else { return };
        let length = rule.length.unwrap_or(self.rect.width);
        let left = self.rect.x + (self.rect.width - length) / 2.0;
        let line = Path::line(at(left, self.rect.y + top), at(left + length, self.rect.y + top));
        frame.stroke(line, Stroke::new(rule.color.color(self.look), rule.width));
    }

    /// Returns a row of a table: each cell in lines of its own column, the first lines beside each other.
    fn cells(
        &self,
        ts: &mut Typesetter,
        paragraph: &Ready<'_>,
        top: f64,
        mut frame: Option<&mut Frame>,
    ) -> Result<f64, What> {
        let style = paragraph.style;
        let pitch = self.size * style.size * POINT * style.leading;
        let (mut left, mut most) = (self.rect.x, 1);
        for (column, cell) in style.columns.iter().zip(&paragraph.cells) {
            let (size, width) = (self.size * style.size * column.size, column.width - BESIDE);
            let em = size * POINT;
            let lines = cell.lines(width / em);
            let wide = lines.iter().map(|line| cell.width(line) * em).fold(0.0, f64::max) - width;
            if wide > 0.05 && !self.overset {
                return Err(What::TooLong(wide));
            }
            most = most.max(lines.len());
            if let Some(frame) = frame.as_deref_mut() {
                for (line, i) in lines.iter().zip(1..) {
                    let line = ts.set(cell, line.clone(), size);
                    let x = left + cell.align(column.align).indent(width - line.width);
                    line.draw(frame, at(x, self.rect.y + top + pitch * f64::from(i) - pitch * 0.26));
                }
            }
            left += column.width;
        }
        Ok(top + pitch * most as f64)
    }

    /// Sets label, text and aside on one line.
    fn row(
        &self,
        ts: &mut Typesetter,
        paragraph: &Ready<'_>,
        top: f64,
        mut frame: Option<&mut Frame>,
    ) -> Result<f64, What> {
        if self.breaks_rows
            && paragraph.is_breakable_row()
            && let Some(aside) = paragraph.asides.last()
        {
            return self.broken_row(ts, paragraph, aside, top, frame);
        }
        let style = paragraph.style;
        let height = self.size * POINT * ROW;
        let mut left = 0.0;
        if let Some(label) = &paragraph.label {
            let place = Rect::new(self.rect.x, self.rect.y + top, 0.0, height);
            left = self.tag(ts, label, &style.label, self.tag_size(&style.label, 1.0), place, frame.as_deref_mut())
                + BESIDE;
        }
        if !paragraph.text.is_empty() {
            let size = self.size * style.size;
            let width = paragraph.text.width(&paragraph.text.whole()) * size * POINT;
            if let Some(frame) = frame.as_deref_mut() {
                let line = ts.set(&paragraph.text, paragraph.text.whole(), size);
                let baseline = self.rect.y + top + (height + style.fonts[0].cap_height() * size * POINT) / 2.0;
                line.draw(frame, at(self.rect.x + left, baseline));
            }
            left += width + BESIDE;
        }
        let mut over = left - BESIDE - self.rect.width;
        if !paragraph.asides.is_empty() {
            let room = self.rect.width - left;
            let mut set = None;
            for (aside, part) in paragraph.asides.iter().flat_map(|aside| SHRINK.map(|part| (aside, part))) {
                let size = self.tag_size(&style.aside, part);
                let width = boxed_width(aside.width(&aside.whole()) * size * POINT, &style.aside);
                over = width - room;
                if over <= 0.0 {
                    set = Some((aside, size, self.rect.right() - width));
                    break;
                }
                if self.overset {
                    set = Some((aside, size, self.rect.x + left));
                }
            }
            if let (Some((aside, size, x)), Some(frame)) = (set, frame) {
                let place = Rect::new(x, self.rect.y + top, 0.0, height);
                self.tag(ts, aside, &style.aside, size, place, Some(frame));
            }
        }
        if over > 0.05 && !self.overset {
            Err(What::TooLong(over))
        } else {
            Ok(top + height + self.size * POINT * BELOW_ROW)
        }
    }

    /// Sets the text of a row on as many lines as it needs beside its aside, which stands on the first of them.
    fn broken_row(
        &self,
        ts: &mut Typesetter,
        paragraph: &Ready<'_>,
        aside: &Prepared<'_>,
        top: f64,
        frame: Option<&mut Frame>,
    ) -> Result<f64, What> {
        let style = paragraph.style;
        let (size, aside_size) = (self.size * style.size, self.tag_size(&style.aside, 1.0));
        let (em, height) = (size * POINT, self.size * POINT * ROW);
        let beside = boxed_width(aside.width(&aside.whole()) * aside_size * POINT, &style.aside);
        let room = self.rect.width - BESIDE - beside;
        let lines = paragraph.text.lines((room / em).max(0.0));
        let wide = lines.iter().map(|line| paragraph.text.width(line) * em).fold(0.0, f64::max) - room;
        if wide > 0.05 && !self.overset {
            return Err(What::TooLong(wide));
        }
        let pitch = em * style.leading;
        let bottom = top + height + pitch * (lines.len().max(1) - 1) as f64;
        if let Some(frame) = frame {
            let baseline = self.rect.y + top + (height + style.fonts[0].cap_height() * em) / 2.0;
            for (line, i) in lines.iter().zip(0..) {
                let line = ts.set(&paragraph.text, line.clone(), size);
                line.draw(frame, at(self.rect.x, baseline + pitch * f64::from(i)));
            }
            let place = Rect::new(self.rect.right() - beside, self.rect.y + top, 0.0, height);
            self.tag(ts, aside, &style.aside, aside_size, place, Some(frame));
        }
        Ok(bottom + self.size * POINT * BELOW_ROW)
    }

    /// Returns the size in points of a word set apart that is shrunk to a part of its own: as far as it is read with ease, or as the
    /// text beside it is.
    fn tag_size(&self, tag: &Tag, part: f64) -> f64 {
        let least = if tag.fill.is_some() { LEAST_POINTS_REVERSED } else { LEAST_POINTS };
        (self.size * tag.size * part).max(least.min(self.size))
    }

    /// Sets a word apart, its box beginning at `place`. Returns how wide it is.
    fn tag(
        &self,
        ts: &mut Typesetter,
        text: &Prepared<'_>,
        tag: &Tag,
        size: f64,
        place: Rect,
        frame: Option<&mut Frame>,
    ) -> f64 {
        let letters = text.width(&text.whole()) * size * POINT;
        let cap = tag.font.cap_height() * size * POINT;
        let inner = letters + tag.mark.map_or(0.0, |_| cap * MARK);
        let width = boxed_width(inner, tag);
        let Some(frame) = frame else { return width };
        let inset = tag.stroke.map_or(0.0, |_| tag.width / 2.0);
        let outline = Rect::new(place.x, place.y, width, place.height).inflate(-inset, -inset);
        let radius = tag.radius.min(outline.height / 2.0).min(outline.width / 2.0).max(0.0);
        let outline = if radius > 0.0 { Path::rounded_rect(outline, radius) } else { Path::rect(outline) };
        if let Some(fill) = tag.fill {
            frame.fill(outline.clone(), fill.color(self.look));
        }
        if let Some(stroke) = tag.stroke {
            frame.stroke(outline, Stroke::new(stroke.color(self.look), tag.width));
        }
        let line = ts.set(text, text.whole(), size);
        let (left, baseline) = (place.x + (width - inner) / 2.0, place.y + (place.height + cap) / 2.0);
        if let Some(mark) = tag.mark {
            frame.fill(self::mark(mark, at(left, baseline - cap), cap), tag.color.color(self.look));
        }
        line.draw(frame, at(left + inner - letters, baseline));
        width
    }
}

/// The width of a label's mark with the space after it, in the height of capitals.
const MARK: f64 = 1.3;

/// Returns the outline of a label's mark as high as capitals, its top left corner at `to`.
fn mark(mark: LabelMark, to: Point, cap: f64) -> Path {
    let p = |x: f64, y: f64| at(to.x + x * cap, to.y + y * cap);
    match mark {
        LabelMark::Arrow => Path::polygon(&[p(0.0, 0.0), p(0.85, 0.5), p(0.0, 1.0)]),
        LabelMark::Shield => Path(vec![
            Segment::Move(p(0.0, 0.0)),
            Segment::Line(p(0.86, 0.0)),
            Segment::Line(p(0.86, 0.45)),
            Segment::Curve(p(0.86, 0.75), p(0.64, 0.93), p(0.43, 1.04)),
            Segment::Curve(p(0.22, 0.93), p(0.0, 0.75), p(0.0, 0.45)),
            Segment::Close,
        ]),
    }
}

/// Returns the width of a word set apart, with its box.
fn boxed_width(width: f64, tag: &Tag) -> f64 {
    if tag.fill.is_some() || tag.stroke.is_some() { width + 2.0 * BESIDE } else { width }
}
