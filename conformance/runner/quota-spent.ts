import type { IncomingHttpHeaders } from 'node:http'

/** Who is refused for the rest of a shorter window is waited for. */
const LONG_SECONDS = 3600

/** Whether an agent has used up half of what it may do in an hour or a day, by what its answer tells of that. */
export function isHalfSpent(headers: IncomingHttpHeaders): boolean {
  const standing = String(headers.ratelimit ?? '')
  const windows = String(headers['ratelimit-policy'] ?? '').matchAll(/"([^"]+)";q=(\d+);w=(\d+)/g)
  return [...windows].some(([, name, calls, seconds]) => {
    const [, left] = new RegExp(`"${name}";r=(\\d+)`).exec(standing) ?? []
    return Number(seconds) >= LONG_SECONDS && Number(left) < Number(calls) / 2
  })
}
