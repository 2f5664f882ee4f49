// Files in the address of the page, behind `#`: a browser sends that part to no server.

/** The longest text that a link may bring, in bytes: hundreds of times a battle. */
const LONGEST = 1 << 20;

/** Says that a text is longer. */
const TOO_LONG = "A link can hold at most 1 MB of text";

/** The most files of a link. */
const MOST = 50;

const bytes = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

/** The beginning of such a part of an address; any other is no link of this page. */
const KEY = "text=";

/** Returns true if the part of an address behind `#` is meant to hold files. */
export const isLink = (part) => part.startsWith(KEY);

/** Returns the part of an address that holds files: texts by path. Throws an error with a sentence where they are too long. */
export async function written(files) {
  const whole = new Blob([JSON.stringify(files)]);
  if (whole.size > LONGEST) throw new Error(`${TOO_LONG}: save the file and send that.`);
  const packed = await bytes(whole.stream().pipeThrough(new CompressionStream("deflate-raw")));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return KEY + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns the files of such a part. Throws an error with a sentence for the reader where it holds none. */
export async function read(part) {
  let files;
  try {
    const packed = Uint8Array.from(atob(part.slice(KEY.length).replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const pieces = [];
    let length = 0;
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      pieces.push(piece.value);
      length += piece.value.byteLength;
      // A few bytes can unpack to anything.
      if (length > LONGEST) {
        reader.cancel();
        break;
      }
    }
    if (length <= LONGEST) files = JSON.parse(await new Blob(pieces).text());
  } catch {
    throw new Error("The link is damaged: it was probably cut off. Ask for it again.");
  }
  if (files === undefined) throw new Error(`${TOO_LONG}; this one holds more.`);
  const isMapping = files !== null && typeof files === "object" && !Array.isArray(files);
  const names = isMapping ? Object.keys(files) : [];
  const isFile = (name) => /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.ya?ml$/.test(name) && typeof files[name] === "string";
  if (names.length === 0 || names.length > MOST || !names.every(isFile)) throw new Error("The link holds no battle.");
  return files;
}
