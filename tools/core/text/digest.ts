import { hash } from 'node:crypto'

/** The first 16 bytes of sha256 over the parts, each ended by a zero byte but the last, as UUID text. */
export function digest16(...parts: string[]): string {
  const hex = hash('sha256', parts.join('\0'))
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/** As lower-case hex. */
export const sha256 = (content: string | Buffer): string => hash('sha256', content)

/** UUIDv8 (RFC 9562): 122 bits of a digest. */
export function uuidOfDigest(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
