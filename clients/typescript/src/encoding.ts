export type Bytes = Uint8Array<ArrayBuffer>

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

export const base64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))

export const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), letter => letter.charCodeAt(0))

export const base64url = (bytes: Uint8Array): string =>
  base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

export const fromBase64url = (text: string): Bytes => fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))

/** Of text that is not hex, nothing. */
export const fromHex = (text: string): Bytes =>
  /^([0-9a-f]{2})+$/i.test(text)
    ? Uint8Array.from(text.match(/../g)!, pair => Number.parseInt(pair, 16))
    : new Uint8Array()

export function join(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

export const hex = (bytes: Uint8Array): string => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')

export const pem = (label: string, bytes: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${base64(bytes).replace(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`

/** The bytes of the only block with that label. */
export function fromPem(label: string, text: string): Bytes {
  const [, block] = new RegExp(`-----BEGIN ${label}-----([\\sA-Za-z0-9+/=]+)-----END ${label}-----`).exec(text) ?? []
  if (block === undefined) throw new TypeError(`not PEM text with a block "${label}"`)
  return fromBase64(block.replace(/\s/g, ''))
}
