import { hash } from 'node:crypto'

/** The first 16 bytes of sha256 over the parts, each ended by a zero byte but the last, as UUID text. */
export function digest16(...parts: string[]): string {
  const hex = hash('sha256', parts.join('\0'))
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/** As lower-case hex. */
export const sha256 = (content: string | Buffer): string => hash('sha256', content)
