import { z } from 'zod'
import { unstorableText } from '../../core/schemas.ts'
import { passkeyRejected } from './relying-party.ts'

export const passkeyResponse = z.string().min(1).max(20_000).describe('response of the device, as JSON')

/** The library validates the members; text that no table can store cannot come from a device. */
export function readPasskeyResponse(answer: string): { id: string } {
  try {
    const read: unknown = JSON.parse(answer)
    const isWhole = typeof read === 'object' && read !== null && unstorableText(read) === undefined
    if (isWhole && 'id' in read && typeof read.id === 'string') return { ...read, id: read.id }
  } catch {
    // Reported below.
  }
  throw passkeyRejected('This is not a valid response from a device.')
}
