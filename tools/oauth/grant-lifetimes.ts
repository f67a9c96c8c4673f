import { after, DAY, MINUTE, SECOND } from '../core/durations.ts'

/** Time for an agent to approve. */
const REQUEST_MS = 5 * MINUTE
/** Time to redeem a code, and for an approved browser to fetch one. */
const CODE_MS = 60 * SECOND
/** Lifetime of an unused refresh token. */
const GRANT_MS = 90 * DAY

export const requestExpiry = (now: Date): Date => after(now, REQUEST_MS)
export const codeExpiry = (now: Date): Date => after(now, CODE_MS)
export const grantExpiry = (now: Date): Date => after(now, GRANT_MS)
