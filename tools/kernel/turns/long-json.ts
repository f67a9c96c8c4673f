import type { Pace } from './pace.ts'
import { LONG_BYTES } from './page-bytes.ts'

/** As sent: what takes more than a millisecond to read. */
export const LONG_BODY_BYTES = 48 * 1024

/** The JSON text of a value; one that `isLong` has a step of its own. */
export async function writeJson(pace: Pace, value: unknown, is_long: boolean): Promise<string> {
  if (is_long) await pace.step()
  return JSON.stringify(value)
}

/** The JSON of a value as it is sent; a long one is written and encoded in steps. */
export const encodeJson = (pace: Pace, value: unknown, is_long: boolean): string | Promise<string | Buffer> =>
  is_long ? pace.step().then(() => encodeLong(pace, JSON.stringify(value))) : JSON.stringify(value)

const PIECE_CHARACTERS = 128 * 1024

/** A long text as bytes of UTF-8, encoded in steps; a short one as it is. */
export async function encodeLong(pace: Pace, text: string): Promise<string | Buffer> {
  if (text.length <= LONG_BYTES) return text
  await pace.step()
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(text))
  for (let at = 0, written = 0; at < text.length; ) {
    await pace.step()
    const end = endOfPiece(text, at + PIECE_CHARACTERS)
    written += bytes.write(text.slice(at, end), written)
    at = end
  }
  return bytes
}

/** Not between the two halves of a character. */
const endOfPiece = (text: string, at: number): number => ((text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at + 1 : at)
