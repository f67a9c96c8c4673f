const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Whether arrays and objects are nested deeper than `max`; a text that is no JSON may get any answer. */
export function isDeeperThan(body: Uint8Array, max: number): boolean {
  let depth = 0
  let isInString = false
  for (let i = 0; i < body.length; i++) {
    const byte = body[i] as number
    if (byte === QUOTE) isInString = !isInString
    else if (isInString) {
      if (byte === BACKSLASH) i++
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > max) return true
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
  return false
}
