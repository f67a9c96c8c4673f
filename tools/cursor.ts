import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from './problems.ts'

const MAC_BYTES = 12

const mac = (secret: Buffer, list: string, viewer: string, body: Buffer) =>
  createHmac('sha256', secret).update(`cursor\0${list}\0${viewer}\0`).update(body).digest().subarray(0, MAC_BYTES)

/** An opaque place in one list of one viewer. */
export function writeCursor(secret: Buffer, list: string, viewer: string, place: string): string {
  const body = Buffer.from(place)
  return Buffer.concat([mac(secret, list, viewer, body), body]).toString('base64url')
}

/** The place that `writeCursor` hid; `invalid-cursor` for any text it did not write for this list and viewer. */
export function readCursor(secret: Buffer, list: string, viewer: string, cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url')
  const body = bytes.subarray(MAC_BYTES)
  const isOurs =
    bytes.length > MAC_BYTES &&
    bytes.toString('base64url') === cursor &&
    timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(secret, list, viewer, body))
  if (!isOurs) {
    throw new Problem('invalid-cursor', 'This cursor is not of this list; start again without one.', { restart: true })
  }
  return body.toString()
}
