// Which texts are documents of Muster.

/** Returns true where a line begins with `system:` and one of the games. */
export function isDocument(text: string, systems: readonly string[]): boolean {
  const found = /^system[ \t]*:[ \t]*["']?([\w-]+)["']?[ \t]*(?:#.*)?$/m.exec(text);
  return found !== null && systems.includes(found[1] ?? "");
}
