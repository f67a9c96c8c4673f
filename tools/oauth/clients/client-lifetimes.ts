import { after, DAY, HOUR, MINUTE, SECOND } from '../../core/durations.ts'

const UNUSED_CLIENT_MS = 7 * DAY
/** Granularity of the last visit; a client is not removed sooner after it than a request and a code may last. */
const NOTED_MS = 5 * MINUTE
const SPARED_MS = 20 * MINUTE
const CLIENT_MS = 180 * DAY
const HOST_MS = 365 * DAY
/** Cache lifetime of a client's document: minimum, maximum, and default. */
const FRESH_MS = { least: MINUTE, most: DAY, default: HOUR }

export const newClientExpiry = (now: Date): Date => after(now, UNUSED_CLIENT_MS)
export const hostExpiry = (now: Date): Date => after(now, HOST_MS)

/** A browser's visit renews a client; what this browser waits for ends long before. */
export const askingClientExpiry = (now: Date) => ({
  until: newClientExpiry(now),
  worthIt: after(now, UNUSED_CLIENT_MS - NOTED_MS),
})

/** Latest expiry of clients that may be removed: unused, and without a recent visit. */
export const unusedClientExpiry = (now: Date): Date => after(now, UNUSED_CLIENT_MS - SPARED_MS)

/** New expiry of a used client; written only if the current one is considerably earlier. */
export const clientExpiry = (now: Date) => ({ until: after(now, CLIENT_MS), worthIt: after(now, CLIENT_MS - DAY) })

/** From the Cache-Control of the document (OAUTH-86). */
export function freshUntil(now: Date, cacheControl = ''): Date {
  const seconds = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(cacheControl)?.[1]
  const wanted = seconds === undefined ? FRESH_MS.default : Number(seconds) * SECOND
  const isCacheable = !/no-store|no-cache/i.test(cacheControl)
  return after(now, isCacheable ? Math.min(Math.max(wanted, FRESH_MS.least), FRESH_MS.most) : FRESH_MS.least)
}
