// Files in the address of the page, behind `#`: a browser sends that part to no server.

/** The longest text that a link may bring, in bytes: hundreds of times a battle. */
const LONGEST = 1 << 20;

/** The most files of a link. */
const MOST = 50;

const bytes = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

/** Returns the part of an address that holds files: texts by path. */
export async function written(files) {
  const packed = await bytes(new Blob([JSON.stringify(files)]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns the files of such a part. Throws an error with a sentence for the reader where it holds none. */
export async function read(part) {
  let files;
  try {
    const packed = Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
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
  if (files === undefined) throw new Error("The link holds more than 1 MB of text.");
  const isMapping = files !== null && typeof files === "object" && !Array.isArray(files);
  const names = isMapping ? Object.keys(files) : [];
  const isFile = (name) => /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.ya?ml$/.test(name) && typeof files[name] === "string";
  if (names.length === 0 || names.length > MOST || !names.every(isFile)) throw new Error("The link holds no battle.");
  return files;
}
