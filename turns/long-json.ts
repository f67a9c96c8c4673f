import type { Pace } from './pace.ts'
import { LONG_BYTES } from './page-bytes.ts'
import { encode, encodeInString, type Json, toBody } from './shared-json.ts'

/** What is sent. */
type Body = string | Buffer

/** As sent: what takes more than a millisecond to read. */
export const LONG_BODY_BYTES = 48 * 1024

/** The JSON of what `lean` makes of a value in a JSON string, and of the value as it is; of one that `isLong` in steps. */
export async function encodeJsonTwice(
  pace: Pace,
  value: object,
  lean: () => object,
  is_long: boolean,
): Promise<[text: Json, json: Json]> {
  if (is_long) await pace.step()
  const json = encode(value)
  if (is_long) await pace.step()
  return [encodeInString(lean()), json]
}

/** The JSON of a value as it is sent; a long one is written and encoded in steps. */
export const encodeJson = (pace: Pace, value: object, is_long: boolean): Body | Promise<Body> =>
  is_long ? pace.step().then(() => encodeLong(pace, encode(value))) : toBody(encode(value))

const PIECE_CHARACTERS = 128 * 1024

/** A long text as bytes of UTF-8, encoded in steps; a short one as it is. */
export async function encodeLong(pace: Pace, text: Json): Promise<Body> {
  if (typeof text !== 'string' || text.length <= LONG_BYTES) return toBody(text)
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
