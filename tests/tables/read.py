"""Reads a module back with pywargame and prints what it has as JSON: sides, pieces with their places, decks, dice, grids, charts."""
import json
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
    stacks = of.getAtStarts(single=False) or []
    return [
        {"x": int(stack["x"]), "y": int(stack["y"]), "board": stack["owningBoard"],
         "pieces": [piece(slot) for slot in stack.getPieces(asdict=False)]}
        for stack in stacks
    ]


def main(path):
    with zipfile.ZipFile(path) as archive:
        names, dates = archive.namelist(), {info.date_time for info in archive.infolist()}
    with VMod(path, "r") as module:
        build = BuildFile(module.getBuildFile())
        game = build.getGame()
        main_map = game.getMaps()["Table"]
        board = next(iter(main_map.getBoardPicker(single=False)[0].getBoards().values()))
        # What pywargame has no words for is found by the names of elements.
        elements = lambda of, tag: of._node.getElementsByTagName(f"VASSAL.build.{tag}")
        hands = [node for node in elements(game, "module.PlayerHand")]
        decks = main_map.getDecks(single=False) or []
        hexes = elements(game, "module.map.boardPicker.board.HexGrid")
        print(json.dumps({
            "name": game["name"],
            "next": int(game["nextPieceSlotId"]),
            "sides": [side.getText() for side in game.getPlayerRoster()[0].getSides()],
            "board": {"width": int(board["width"]), "height": int(board["height"]), "image": board["image"]},
            "stacks": on_map(main_map),
            "hands": [
                {"side": node.getAttribute("side"),
                 "slots": len(node.getElementsByTagName("VASSAL.build.widget.PieceSlot"))}
                for node in hands
            ],
            "decks": [
                {"name": deck["name"], "x": int(deck["x"]), "y": int(deck["y"]), "faceDown": deck["faceDown"],
                 "shuffle": deck["shuffle"], "cards": [piece(slot) for slot in deck.getCards(asdict=False) or []]}
                for deck in decks
            ],
            "dice": [[int(dice["nDice"]), int(dice["nSides"])] for dice in game.getDiceButtons(asdict=False) or []],
            "hexes": [{key: node.getAttribute(key) for key in ("dx", "dy", "x0", "y0", "sideways")} for node in hexes],
            "gpids": [slot.getAttribute("gpid") for tag in ("widget.PieceSlot", "widget.CardSlot")
                      for slot in elements(game, tag)],
            "charts": [node.getAttribute("fileName") for node in elements(game, "widget.Chart")],
            "files": names,
            "dates": sorted(dates),
        }))


main(sys.argv[1])
