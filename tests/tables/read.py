"""Reads modules of VASSAL back with pywargame: what `muster smoke` plays with is there once, in its place, with its pictures."""
import collections
import json
import pathlib
import subprocess
import sys
import zipfile

from pywargame.vassal import BuildFile, VMod


def trait(traits, name):
    return next((of for of in traits if of.ID == name), None)


def piece(slot):
    traits = slot.getTraits()
    basic, layer = trait(traits, "piece"), trait(traits, "emb2")
    mask, rotate = trait(traits, "obs"), trait(traits, "rotate")
    return {
        "name": slot["entryName"],
        "gpid": slot["gpid"],
        "inner": basic["gpid"],
        "front": basic["filename"],
        "layers": layer.getImages() if layer else [],
        "back": mask["imageImage"] if mask else None,
        "masked": mask["value"] != "null" if mask else False,
        "angle": float(rotate["angle"]) if rotate else 0.0,
    }


def on_map(of):
    return [
        {"x": int(stack["x"]), "y": int(stack["y"]), "board": stack["owningBoard"],
         "pieces": [piece(slot) for slot in stack.getPieces(asdict=False)]}
        for stack in of.getAtStarts(single=False) or []
    ]


def read(path):
    with zipfile.ZipFile(path) as archive:
        files = set(archive.namelist())
    with VMod(str(path), "r") as module:
        game = BuildFile(module.getBuildFile()).getGame()
        table = game.getMaps()["Table"]
        board = next(iter(table.getBoardPicker(single=False)[0].getBoards().values()))
        # What pywargame has no words for is found by the names of elements.
        elements = lambda tag: game._node.getElementsByTagName(f"VASSAL.build.{tag}")
        decks = [
            {"name": deck["name"], "x": int(deck["x"]), "y": int(deck["y"]), "face down": deck["faceDown"] == "Always",
             "cards": [piece(slot) for slot in deck.getCards(asdict=False) or []]}
            for deck in table.getDecks(single=False) or []
        ]
        return {
            "name": game["name"],
            "next": int(game["nextPieceSlotId"]),
            "sides": [side.getText() for side in game.getPlayerRoster()[0].getSides()],
            "board": {"width": int(board["width"]), "height": int(board["height"]), "image": board["image"]},
            "stacks": on_map(table),
            "hands": [
                {"side": hand.getAttribute("side"),
                 "names": [slot.getAttribute("entryName") for slot in hand.getElementsByTagName("VASSAL.build.widget.PieceSlot")]}
                for hand in elements("module.PlayerHand")
            ],
            "decks": decks,
            "dice": [[int(dice["nDice"]), int(dice["nSides"])] for dice in game.getDiceButtons(asdict=False) or []],
            "hexes": len(elements("module.map.boardPicker.board.HexGrid")),
            "ids": [slot.getAttribute("gpid") for tag in ("widget.PieceSlot", "widget.CardSlot") for slot in elements(tag)],
            "charts": [chart.getAttribute("fileName") for chart in elements("widget.Chart")],
            "files": files,
        }


def wanted(played):
    """The names of pieces by what `muster smoke` reports on."""
    for row in played.get("formations", []) + played.get("units", []):
        yield f"{row['card']} {row['name']}"
    for row in played.get("commands", []) + played.get("blocks", []):
        yield row["name"]


def check(path, played):
    """Compares a module with the battle that was played, and returns its line of the table."""
    has = read(path)
    pieces = [piece for stack in has["stacks"] for piece in stack["pieces"]]
    held = [name for hand in has["hands"] for name in hand["names"]]
    names = collections.Counter([piece["name"] for piece in pieces] + held)
    assert has["sides"] == list(played["wins"]), has["sides"]
    for name in wanted(played):
        assert names[name] == 1, (name, names[name])
    if "cards" in played and "units" not in played:
        for row in played["cards"]:
            there = sum(count for name, count in names.items() if name.endswith(row["name"]) and name.startswith(row["card"]))
            assert there >= 1, row
    for row in played.get("cards", []) if "units" in played else []:
        in_decks = sum(card["name"] == row["name"] for deck in has["decks"] for card in deck["cards"]
                       if deck["name"].startswith(row["side"])) + sum(name == row["name"] for name in held)
        assert in_decks > 0, row
    for stack in has["stacks"]:
        if stack["board"] == "Table":
            assert 0 < stack["x"] < has["board"]["width"] and 0 < stack["y"] < has["board"]["height"], stack
    for piece in pieces + [card for deck in has["decks"] for card in deck["cards"]]:
        assert piece["gpid"] == piece["inner"], piece
        for image in [piece["front"], piece["back"], *piece["layers"]]:
            assert not image or f"images/{image}" in has["files"], image
    assert len(set(has["ids"])) == len(has["ids"]) == has["next"] - 1
    cards = sum(len(deck["cards"]) for deck in has["decks"])
    return [len(pieces), len(has["stacks"]), f"{cards}/{sum(1 for deck in has['decks'] if deck['cards'])}", len(held),
            " ".join(f"{count}d{sides}" for count, sides in has["dice"]), has["hexes"], len(has["charts"])]


def main(muster, folder):
    print("battle | pieces | places | cards/decks | held | dice | hex grids | charts")
    count = 0
    for path in sorted(pathlib.Path("scenarios").glob("*/*.yaml")):
        module = pathlib.Path(folder) / f"{path.parent.name}-{path.stem}.vmod"
        command = [muster, "export", "vassal", str(path), "--dpi", "50", "-o", str(module), "-q"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        smoke = subprocess.run([muster, "smoke", str(path), "--games", "1", "--output-format", "json", "--exit-zero"],
                               check=True, stdout=subprocess.PIPE)
        line = check(module, json.loads(smoke.stdout)["scenarios"][0])
        print(" | ".join([f"{path.parent.name}/{path.stem}", *map(str, line)]))
        count += 1
    if count < 20:
        sys.exit(f"only {count} modules were read")


main(sys.argv[1], sys.argv[2])
