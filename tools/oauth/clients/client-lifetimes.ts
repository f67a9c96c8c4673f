import { after, DAY, HOUR, MINUTE, SECOND } from '../../core/durations.ts'

const UNUSED_CLIENT_MS = 7 * DAY
/** That a browser came is noted so often; a client is not given up sooner after it than a request and a code may last. */
const NOTED_MS = 5 * MINUTE
const SPARED_MS = 20 * MINUTE
const CLIENT_MS = 180 * DAY
const HOST_MS = 365 * DAY
/** In which the document of a client is not read again: at least, at most, and where it does not say. */
const FRESH_MS = { least: MINUTE, most: DAY, default: HOUR }

export const newClientExpiry = (now: Date): Date => after(now, UNUSED_CLIENT_MS)
export const hostExpiry = (now: Date): Date => after(now, HOST_MS)

/** One that a browser was sent here by is as good as new; what this browser waits for is over long before. */
export const askingClientExpiry = (now: Date) => ({
  until: newClientExpiry(now),
  worthIt: after(now, UNUSED_CLIENT_MS - NOTED_MS),
})

/** Up to when clients end that nobody used, and that nobody came with for a while. */
export const unusedClientExpiry = (now: Date): Date => after(now, UNUSED_CLIENT_MS - SPARED_MS)

/** A used client is kept until; it is noted where it would end a good while before. */
export const clientExpiry = (now: Date) => ({ until: after(now, CLIENT_MS), worthIt: after(now, CLIENT_MS - DAY) })

/** By the Cache-Control that a document came with (OAUTH-86). */
export function freshUntil(now: Date, cacheControl = ''): Date {
  const seconds = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(cacheControl)?.[1]
  const wanted = seconds === undefined ? FRESH_MS.default : Number(seconds) * SECOND
  const isKept = !/no-store|no-cache/i.test(cacheControl)
  return after(now, isKept ? Math.min(Math.max(wanted, FRESH_MS.least), FRESH_MS.most) : FRESH_MS.least)
}
