//! The build file: the sides, the table with everything on it, hands, dice, turns, markers and charts.

use muster_core::print::Size;
use muster_core::print::frame::{Point, Rect};
use muster_systems::tabled::{GameTable, LaidBoard, LaidDeck, LaidDice, LaidPiece, TableGrid};

use super::pieces::{Trait, definition};
use super::xml::{Xml, words};
use crate::export::dice::{DIE, PLATE, pips, plate};
use crate::export::pictures::Pictures;
use crate::export::vassal::encoding::join;

/// The version of modules, and that of VASSAL whose format they have.
pub(super) const VERSION: &str = "1";
pub(super) const VASSAL: &str = "3.6.7";
/// What modules are said to be.
pub(super) const DESCRIPTION: &str = "written by muster";
/// The name of the board of the table.
const TABLE: &str = "Table";
/// The colour of hands.
const FELT: &str = "58,92,74";

/// A module that is written.
pub(super) struct Module<'a> {
    table: &'a GameTable,
    pub(super) pictures: Pictures,
    /// The picture of the table.
    pub(super) ground: String,
    /// Dots in a millimetre.
    scale: f64,
    /// The number of the last piece.
    last: usize,
    xml: Xml,
}

impl<'a> Module<'a> {
    pub(super) fn new(table: &'a GameTable, dpi: f64) -> Module<'a> {
        Module {
            table,
            pictures: Pictures::default(),
            ground: String::new(),
            scale: dpi / 25.4,
            last: 0,
            xml: Xml::default(),
        }
    }

    /// Returns the build file.
    pub(super) fn build_file(&mut self) -> String {
        let table = self.table;
        let count = self.ids();
        let next = (count + 1).to_string();
        self.xml.begin(
            "GameModule",
            &[
                ("ModuleOther1", ""),
                ("ModuleOther2", ""),
                ("VassalVersion", VASSAL),
                ("description", DESCRIPTION),
                ("name", &table.name),
                ("nextPieceSlotId", &next),
                ("version", VERSION),
            ],
        );
        self.xml.empty("module.BasicCommandEncoder", &[]);
        self.xml.empty("module.Documentation", &[]);
        self.sides();
        self.xml.empty("module.GlobalOptions", &[("autoReport", "Always"), ("playerIdFormat", "$playerName$")]);
        self.xml.empty("module.gamepieceimage.GamePieceImageDefinitions", &[]);
        self.xml.empty("module.properties.GlobalProperties", &[]);
        self.xml.empty("module.PrototypesContainer", &[]);
        self.main_map();
        for side in 0..table.sides.len() {
            self.hand(side);
        }
        table.dice.iter().for_each(|dice| self.dice_button(dice));
        table.tracks.iter().filter(|track| track.is_turn).for_each(|track| self.turns(&track.name, track.value));
        self.bags();
        self.charts();
        self.xml.end();
        debug_assert_eq!(self.last, count, "the number of pieces was counted before");
        std::mem::take(&mut self.xml).finish()
    }

    /// Returns how many pieces the module has.
    fn ids(&self) -> usize {
        let table = self.table;
        let cards: usize = table.decks.iter().flat_map(|deck| &deck.cards).map(|(_, count)| *count as usize).sum();
        let dice: usize = table.dice.iter().filter(|dice| is_piece(dice)).map(|dice| usize::from(dice.count)).sum();
        let tracks = table.tracks.iter().filter(|track| !track.is_turn).count();
        table.pieces.len() + cards + dice + tracks + table.bags.len()
    }

    fn pixels(&self, mm: f64) -> String {
        format!("{:.0}", mm * self.scale)
    }

    fn sides(&mut self) {
        let attributes = [("buttonIcon", ""), ("buttonText", "Retire"), ("buttonToolTip", "Change sides")];
        self.xml.begin("module.PlayerRoster", &attributes);
        for side in &self.table.sides {
            self.xml.text("entry", &[], &words(side));
        }
        self.xml.end();
    }

    /// Writes the map of the table.
    fn main_map(&mut self) {
        let table = self.table;
        self.xml.begin("module.Map", &map_attributes(TABLE, "", &[]));
        self.map_parts();
        let area = table.area();
        let (width, height) = (self.pixels(area.width), self.pixels(area.height));
        self.xml.begin("module.map.BoardPicker", &[("title", "Boards"), ("slotScale", "0.2")]);
        let ground = self.ground.clone();
        self.xml.begin(
            "module.map.boardPicker.Board",
            &[("image", &ground), ("name", TABLE), ("reversible", "false"), ("width", &width), ("height", &height)],
        );
        if !table.boards.is_empty() {
            self.xml.begin("module.map.boardPicker.board.ZonedGrid", &[]);
            table.boards.iter().for_each(|board| self.zone(board));
            self.xml.end();
        }
        self.xml.end();
        self.xml.text("setup", &[], &format!("{TABLE}BoardPicker\t{TABLE}\t0\t0"));
        self.xml.end();
        let on_table: Vec<&LaidPiece> = table.pieces.iter().filter(|piece| piece.hand.is_none()).collect();
        self.stacks(&on_table, TABLE);
        table.decks.iter().for_each(|deck| self.deck(deck));
        table.dice.iter().filter(|dice| is_piece(dice)).for_each(|dice| self.dice(dice));
        for track in table.tracks.iter().filter(|track| !track.is_turn) {
            let picture = self.plate();
            let traits = Trait::number(&track.name, track.value).into_iter().collect();
            self.stack(&track.name, track.at, TABLE);
            self.slot("widget.PieceSlot", traits, (&track.name, &picture));
            self.xml.end();
        }
        self.xml.end();
    }

    /// Writes the parts by which pieces of a map are moved, looked at and marked.
    fn map_parts(&mut self) {
        let parts: [(&'static str, &[(&str, &str)]); 12] = [
            ("module.map.StackMetrics", &[("exSepX", "12"), ("exSepY", "18"), ("unexSepX", "2"), ("unexSepY", "3")]),
            ("module.map.ForwardToKeyBuffer", &[]),
            ("module.map.Scroller", &[]),
            ("module.map.ForwardToChatter", &[]),
            ("module.map.MenuDisplayer", &[]),
            ("module.map.MapCenterer", &[]),
            ("module.map.StackExpander", &[]),
            ("module.map.PieceMover", &[]),
            ("module.map.KeyBufferer", &[]),
            ("module.map.SelectionHighlighters", &[]),
            (
                "module.map.CounterDetailViewer",
                &[
                    ("display", "from top-most layer only"),
                    ("minDisplayPieces", "1"),
                    ("showgraph", "true"),
                    ("zoomlevel", "1.0"),
                ],
            ),
            (
                "module.map.Zoomer",
                &[
                    ("zoomLevels", "0.25,0.35,0.5,0.7,1.0,1.4,2.0"),
                    ("zoomStart", "3"),
                    ("inButtonText", "+"),
                    ("outButtonText", "-"),
                ],
            ),
        ];
        parts.into_iter().for_each(|(class, attributes)| self.xml.empty(class, attributes));
    }

    /// Writes the zone of a board, with its grid.
    fn zone(&mut self, board: &LaidBoard) {
        let Rect { x, y, .. } = board.rect;
        let corners =
            [(x, y), (board.rect.right(), y), (board.rect.right(), board.rect.bottom()), (x, board.rect.bottom())];
        let path = corners.map(|(x, y)| format!("{},{}", self.pixels(x), self.pixels(y))).join(";");
        let name = self.table.faces[board.face].name.clone();
        let format = if board.grid.is_some() { "$gridLocation$" } else { "$name$" };
        let attributes = [("name", &*name), ("locationFormat", format), ("path", &path), ("useParentGrid", "false")];
        let Some(grid) = &board.grid else {
            return self.xml.empty("module.map.boardPicker.board.mapgrid.Zone", &attributes);
        };
        self.xml.begin("module.map.boardPicker.board.mapgrid.Zone", &attributes);
        self.hexes(grid, board.rect);
        self.xml.end();
    }

    /// Writes a grid of hexes. VASSAL measures from line to line as `dx`, along a line as `dy`, and shoves the second line and every
    /// other one.
    fn hexes(&mut self, grid: &TableGrid, board: Rect) {
        let (x, y) = (board.x + grid.first.x, board.y + grid.first.y);
        let (across_lines, mut along) = if grid.is_flat { (x, y) } else { (y, x) };
        if grid.first_is_shoved {
            along -= grid.across;
        }
        let between = grid.across * 3.0_f64.sqrt() / 2.0;
        let exact = |mm: f64| format!("{:.4}", mm * self.scale);
        let (dx, dy) = (exact(between), exact(grid.across));
        let (x0, y0) = (self.pixels(across_lines), self.pixels(along));
        let sideways = if grid.is_flat { "false" } else { "true" };
        self.xml.begin(
            "module.map.boardPicker.board.HexGrid",
            &[
                ("color", "0,0,0"),
                ("cornersLegal", "false"),
                ("dotsVisible", "false"),
                ("dx", &dx),
                ("dy", &dy),
                ("edgesLegal", "false"),
                ("sideways", sideways),
                ("snapTo", "true"),
                ("visible", "false"),
                ("x0", &x0),
                ("y0", &y0),
            ],
        );
        let leading = if grid.columns.max(grid.rows) > 99 { "2" } else { "1" };
        self.xml.empty(
            "module.map.boardPicker.board.mapgrid.HexGridNumbering",
            &[
                ("first", "H"),
                ("hLeading", leading),
                ("hOff", "1"),
                ("hType", "N"),
                ("sep", ""),
                ("stagger", "false"),
                ("vLeading", leading),
                ("vOff", "1"),
                ("vType", "N"),
                ("visible", "false"),
            ],
        );
        self.xml.end();
    }

    /// Writes pieces of a board: those in one place as one stack, the lowest first.
    fn stacks(&mut self, pieces: &[&LaidPiece], board: &str) {
        let place = |piece: &LaidPiece| (self.pixels(piece.at.x), self.pixels(piece.at.y));
        let mut stacks: Vec<((String, String), Vec<&LaidPiece>)> = Vec::new();
        for piece in pieces {
            let place = place(piece);
            match stacks.iter_mut().find(|(other, _)| *other == place) {
                Some((_, stack)) => stack.push(piece),
                None => stacks.push((place, vec![piece])),
            }
        }
        for (_, stack) in stacks {
            self.stack(&stack[0].name, stack[0].at, board);
            for piece in stack {
                self.piece(piece);
            }
            self.xml.end();
        }
    }

    fn stack(&mut self, name: &str, at: Point, board: &str) {
        let (x, y) = (self.pixels(at.x), self.pixels(at.y));
        let attributes = [("name", name), ("owningBoard", board), ("useGridLocation", "false"), ("x", &x), ("y", &y)];
        self.xml.begin("module.map.SetupStack", &attributes);
    }

    /// Writes a piece with its two sides.
    fn piece(&mut self, piece: &LaidPiece) {
        let face = &self.table.faces[piece.face];
        let cover = piece.cover.map(|cover| {
            let cover = &self.table.faces[cover];
            self.pictures.name_of(&cover.front, cover.size)
        });
        let owner = face.side.map(|side| self.table.sides[side].clone());
        let mut traits = Vec::new();
        if let Some(cover) = &cover {
            traits.push(Trait::mask(cover, owner.as_deref()));
        } else if piece.hand.is_some() {
            let back = self.pictures.back(&self.table.faces[piece.face]);
            traits.push(Trait::mask(&back, None));
        }
        traits.push(Trait::rotate(piece.turn));
        traits.extend(self.two_sides(piece.face));
        let front = self.pictures.name_of(&face.front, face.size);
        self.slot("widget.PieceSlot", traits, (&piece.name, &front));
    }

    /// Returns the trait by which a piece is turned over; none where both sides are alike.
    fn two_sides(&mut self, face: usize) -> Option<Trait> {
        let of = &self.table.faces[face];
        let front = self.pictures.name_of(&of.front, of.size);
        let back = of.back.as_ref().map(|back| self.pictures.name_of(back, of.size))?;
        (front != back).then(|| Trait::layers(&[front, back], ("Turn over", 'F'), false))
    }

    fn slot(&mut self, class: &'static str, traits: Vec<Trait>, (name, picture): (&str, &str)) {
        self.last += 1;
        let id = self.last.to_string();
        let text = definition(traits, (name, picture), self.last);
        self.xml.text(class, &[("entryName", name), ("gpid", &id), ("height", "0"), ("width", "0")], &text);
    }

    /// Writes a deck with its cards.
    fn deck(&mut self, deck: &LaidDeck) {
        let (x, y) = (self.pixels(deck.at.x), self.pixels(deck.at.y));
        let (width, height) = (self.pixels(deck.size.width), self.pixels(deck.size.height));
        let (face_down, shuffle) = if deck.is_drawn { ("Always", "Always") } else { ("Never", "Never") };
        self.xml.begin(
            "module.map.DrawPile",
            &[
                ("allowMultiple", "true"),
                ("allowSelect", "true"),
                ("color", "236,232,214"),
                ("draw", "true"),
                ("faceDown", face_down),
                ("height", &height),
                ("maxStack", "15"),
                ("name", &deck.name),
                ("owningBoard", TABLE),
                ("reshufflable", "false"),
                ("reversible", "false"),
                ("shuffle", shuffle),
                ("width", &width),
                ("x", &x),
                ("y", &y),
            ],
        );
        for (face, count) in &deck.cards {
            let of = &self.table.faces[*face];
            let back = self.pictures.back(of);
            let front = self.pictures.name_of(&of.front, of.size);
            for _ in 0..*count {
                self.slot("widget.CardSlot", vec![Trait::mask(&back, None)], (&of.name, &front));
            }
        }
        self.xml.end();
    }

    /// Writes dice that are laid on cards.
    fn dice(&mut self, dice: &LaidDice) {
        let faces: Vec<String> = (1..=6).map(|pip| self.pip(pip)).collect();
        for number in 0..dice.count {
            let name = format!("{} {}", dice.name, number + 1);
            self.stack(&name, dice.place(number), TABLE);
            let traits = vec![Trait::layers(&faces, ("Next", 'F'), true)];
            self.slot("widget.PieceSlot", traits, (&name, &faces[0]));
            self.xml.end();
        }
    }

    fn plate(&mut self) -> String {
        self.pictures.own("plate", 0, PLATE, plate)
    }

    fn pip(&mut self, pip: u8) -> String {
        self.pictures.own("die", pip, DIE, || pips(pip))
    }

    fn dice_button(&mut self, dice: &LaidDice) {
        let (count, sides) = (dice.count.to_string(), dice.sides.to_string());
        self.xml.empty(
            "module.DiceButton",
            &[
                ("addToTotal", "0"),
                ("hotkey", ""),
                ("icon", "/images/die.gif"),
                ("nDice", &count),
                ("nSides", &sides),
                ("name", &dice.name),
                ("plus", "0"),
                ("prompt", "false"),
                ("reportFormat", "** $name$ = $result$ *** <$PlayerName$>"),
                ("reportTotal", "false"),
                ("text", &dice.name),
                ("tooltip", &dice.name),
            ],
        );
    }

    fn turns(&mut self, name: &str, first: u32) {
        let first = first.to_string();
        let attributes = [
            ("buttonText", name),
            ("length", "-1"),
            ("lengthStyle", "Maximum"),
            ("name", name),
            ("turnFormat", "$level1$"),
        ];
        self.xml.begin("module.turn.TurnTracker", &attributes);
        let format = format!("{name} $value$");
        self.xml.empty(
            "module.turn.CounterTurnLevel",
            &[
                ("incr", "1"),
                ("loop", "false"),
                ("loopLimit", "-1"),
                ("property", name),
                ("start", &first),
                ("turnFormat", &format),
            ],
        );
        self.xml.end();
    }

    /// Writes the hand of a side: a window that nobody else sees.
    fn hand(&mut self, side: usize) {
        let table = self.table;
        let name = format!("Hand: {}", table.sides[side]);
        // Sides are a list in one text.
        let owner = join(&[words(&table.sides[side])], ',');
        self.xml.begin(
            "module.PlayerHand",
            &map_attributes(&name, &name, &[("side", &owner), ("visible", "false"), ("use_boards", "")]),
        );
        self.map_parts();
        let held: Vec<&LaidPiece> = table.pieces.iter().filter(|piece| piece.hand == Some(side)).collect();
        let room = Size { width: 400.0, height: 110.0 };
        let room = held.iter().fold(room, |room, piece| {
            let Size { width, height } = table.size(piece.face);
            Size {
                width: room.width.max(piece.at.x + width / 2.0 + 4.0),
                height: room.height.max(piece.at.y + height / 2.0 + 4.0),
            }
        });
        let (width, height) = (self.pixels(room.width), self.pixels(room.height));
        self.xml.begin("module.map.BoardPicker", &[("title", "Boards"), ("slotScale", "0.2")]);
        self.xml.empty(
            "module.map.boardPicker.Board",
            &[
                ("color", FELT),
                ("image", ""),
                ("name", &name),
                ("reversible", "false"),
                ("width", &width),
                ("height", &height),
            ],
        );
        // Names are the parts of a list here, separated by tabs.
        self.xml.text("setup", &[], &format!("{0}BoardPicker\t{0}\t0\t0", words(&name)));
        self.xml.end();
        self.stacks(&held, &name);
        self.xml.end();
    }

    /// Writes the window from which markers and tokens are taken.
    fn bags(&mut self) {
        let table = self.table;
        if table.bags.is_empty() {
            return;
        }
        let attributes =
            [("defaultWidth", "0"), ("hidden", "false"), ("name", "Pieces"), ("text", "Pieces"), ("scale", "1.0")];
        self.xml.begin("module.PieceWindow", &attributes);
        let attributes =
            [("divider", "150"), ("entryName", "Pieces"), ("height", "400"), ("scale", "1.0"), ("width", "300")];
        self.xml.begin("widget.ListWidget", &attributes);
        for bag in &table.bags {
            let of = &table.faces[bag.face];
            let front = self.pictures.name_of(&of.front, of.size);
            let mut traits = vec![Trait::delete(), Trait::rotate(0.0)];
            traits.extend(self.two_sides(bag.face));
            self.slot("widget.PieceSlot", traits, (&of.name, &front));
        }
        self.xml.end();
        self.xml.end();
    }

    /// Writes the window of what is read.
    fn charts(&mut self) {
        let table = self.table;
        if table.charts.is_empty() {
            return;
        }
        self.xml.begin("module.ChartWindow", &[("name", "Charts"), ("text", "Charts"), ("icon", ""), ("tooltip", "")]);
        self.xml.begin(
            "widget.ListWidget",
            &[("divider", "150"), ("entryName", "Charts"), ("height", "800"), ("width", "300")],
        );
        for chart in &table.charts {
            let of = &table.faces[*chart];
            let front = self.pictures.name_of(&of.front, of.size);
            let attributes = [("chartName", &*of.name), ("description", ""), ("fileName", &front)];
            self.xml.empty("widget.Chart", &attributes);
        }
        self.xml.end();
        self.xml.end();
    }
}

/// Returns true for dice that are pieces.
fn is_piece(dice: &LaidDice) -> bool {
    dice.are_laid && dice.sides == 6
}

/// Returns the attributes of a map.
fn map_attributes<'t>(name: &'t str, button: &'t str, more: &[(&'t str, &'t str)]) -> Vec<(&'t str, &'t str)> {
    let mut attributes = vec![
        ("allowMultiple", "false"),
        ("backgroundcolor", FELT),
        ("buttonName", button),
        ("color", "0,0,0"),
        ("edgeHeight", "0"),
        ("edgeWidth", "0"),
        ("hotkey", ""),
        ("icon", ""),
        ("launch", if button.is_empty() { "false" } else { "true" }),
        ("mapName", name),
        ("markMoved", "Never"),
        ("moveToFormat", "$pieceName$ moves $previousLocation$ -> $location$ *"),
        ("moveWithinFormat", "$pieceName$ moves $previousLocation$ -> $location$ *"),
        ("thickness", "3"),
    ];
    attributes.extend(more);
    attributes
}
