import { DAY, MINUTE, SECOND } from '../kernel/durations.ts'

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)

/** In which an agent may approve. */
const REQUEST_MS = 5 * MINUTE
/** In which a code is redeemed, and in which an approved browser asks for one. */
const CODE_MS = 60 * SECOND
/** Of a refresh token that is not used. */
const GRANT_MS = 90 * DAY
const UNUSED_CLIENT_MS = 7 * DAY
const CLIENT_MS = 180 * DAY
const HOST_MS = 365 * DAY

export const requestExpiry = (now: Date): Date => after(now, REQUEST_MS)
export const codeExpiry = (now: Date): Date => after(now, CODE_MS)
export const grantExpiry = (now: Date): Date => after(now, GRANT_MS)
export const newClientExpiry = (now: Date): Date => after(now, UNUSED_CLIENT_MS)
export const hostExpiry = (now: Date): Date => after(now, HOST_MS)

/** A used client is kept until; it is noted where it would end a good while before. */
export const clientExpiry = (now: Date) => ({ until: after(now, CLIENT_MS), worthIt: after(now, CLIENT_MS - DAY) })
