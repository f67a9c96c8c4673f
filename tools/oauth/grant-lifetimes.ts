import { after, DAY, MINUTE, SECOND } from '../core/durations.ts'

/** In which an agent may approve. */
const REQUEST_MS = 5 * MINUTE
/** In which a code is redeemed, and in which an approved browser asks for one. */
const CODE_MS = 60 * SECOND
/** Of a refresh token that is not used. */
const GRANT_MS = 90 * DAY

export const requestExpiry = (now: Date): Date => after(now, REQUEST_MS)
export const codeExpiry = (now: Date): Date => after(now, CODE_MS)
export const grantExpiry = (now: Date): Date => after(now, GRANT_MS)
