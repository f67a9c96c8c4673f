import type { IncomingHttpHeaders } from 'node:http'

/** A limit with a shorter window is waited for. */
const LONG_SECONDS = 3600

/** Whether an agent has used half of its hourly or daily limit, according to the headers of its answer. */
export function isHalfSpent(headers: IncomingHttpHeaders): boolean {
  const standing = String(headers.ratelimit ?? '')
  const windows = String(headers['ratelimit-policy'] ?? '').matchAll(/"([^"]+)";q=(\d+);w=(\d+)/g)
  return [...windows].some(([, name, calls, seconds]) => {
    const [, left] = new RegExp(`"${name}";r=(\\d+)`).exec(standing) ?? []
    return Number(seconds) >= LONG_SECONDS && Number(left) < Number(calls) / 2
  })
}
