// Where the program is. Nothing here knows the editor, so that it can be tested without one.

import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** Where the program is looked for. */
export interface Places {
  /** What the setting `muster.path` says. */
  setting: string;
  /** The folder of the extension, which may carry the program in `bin`. */
  extension: string;
  /** The variable `PATH`. */
  path: string;
  /** The folder that a relative setting is meant from. None where the folder is not trusted: it may come with a program of that name. */
  folder?: string | undefined;
  windows?: boolean;
}

/** Returns the path of the program; undefined where there is none. What is set is not replaced by anything else. */
export function findProgram({ setting, extension, path, folder, windows = process.platform === "win32" }: Places): string | undefined {
  const name = windows ? "muster.exe" : "muster";
  const wanted = setting.trim();
  const onPath = (word: string) => path.split(delimiter).filter(isAbsolute).map((each) => join(each, word)).find(isProgram);
  if (wanted !== "") {
    if (isAbsolute(wanted)) return isProgram(wanted) ? wanted : undefined;
    if (!/[\\/]/.test(wanted)) return onPath(wanted);
    const meant = folder === undefined ? undefined : join(folder, wanted);
    return meant !== undefined && isProgram(meant) ? meant : undefined;
  }
  const carried = join(extension, "bin", name);
  return isProgram(carried) ? carried : onPath(name);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** What is said where there is no program. */
export function missing(setting: string, trusted = true): string {
  if (!trusted && /[\\/]/.test(setting.trim()) && !isAbsolute(setting.trim())) {
    return `Muster: the setting \`muster.path\` names \`${setting.trim()}\`, a program inside the open folder, which is not trusted. Trust the folder, or use an absolute path.`;
  }
  return setting.trim() === ""
    ? "Muster: cannot find `muster` on the PATH. Install it (`cargo install --locked --path .` in a clone of its repository), or set `muster.path`."
    : `Muster: the setting \`muster.path\` names \`${setting.trim()}\`, which is not a program. Correct the setting, or clear it to use the program on the PATH.`;
}
