import { z } from 'zod'
import { unstorableText } from '../core/schemas.ts'
import { passkeyRejected } from './relying-party.ts'

export const passkeyResponse = z.string().min(1).max(20_000).describe('response of the device, as JSON')

/** Whatever its members are, the library judges them; a text in it that no table can hold is of no device. */
export function readPasskeyResponse(answer: string): { id: string } {
  try {
    const read: unknown = JSON.parse(answer)
    const isWhole = typeof read === 'object' && read !== null && unstorableText(read) === undefined
    if (isWhole && 'id' in read && typeof read.id === 'string') return { ...read, id: read.id }
  } catch {
    // Told below.
  }
  throw passkeyRejected('This is not a valid response from a device.')
}
