import { Problem } from '../../tools/kernel/problems/problems.ts'

/** RFC 9110 5.6.7. */
export const httpDate = (ms: number): string => new Date(ms).toUTCString()

/** RFC 9651 3.3.7. */
const fieldDate = (ms: number): string => `@${ms / 1000}`

/** Everything under it answers `X-AUI-Version` (VER-1). */
export const AUI_PREFIX = '/api/v1/aui'

export const isUnderAui = (path: string): boolean =>
  path.startsWith(AUI_PREFIX) && (path.length === AUI_PREFIX.length || path[AUI_PREFIX.length] === '/')

/** The legacy canonical form is accepted before this moment (ENV-14). */
export const V1_SUNSET_MS = Date.UTC(2026, 5, 22)

/** Its day. */
export const V1_SUNSET = new Date(V1_SUNSET_MS).toISOString().slice(0, 10)

const V1_DEPRECATED_MS = Date.UTC(2025, 11, 22)

export const isV1Accepted = (nowMs: number): boolean => nowMs < V1_SUNSET_MS

/** What answers to v1 envelopes carry until the sunset. */
export const v1Headers = (baseUrl: string): Record<string, string> => ({
  Deprecation: fieldDate(V1_DEPRECATED_MS),
  Sunset: httpDate(V1_SUNSET_MS),
  Warning: `299 - "signature version 1 ends on ${V1_SUNSET}; send sig_version 2"`,
  Link: `<${baseUrl}${AUI_PREFIX}/version>; rel="deprecation"`,
})

/** The end of one route. */
export interface Sunset {
  readonly deprecated_ms: number
  readonly ends_ms: number
  readonly successor: { readonly method: string; readonly path: string }
}

/** `POST /social/unbookmark` (VER-11). */
export const UNBOOKMARK_SUNSET: Sunset = Object.freeze({
  deprecated_ms: Date.UTC(2026, 0, 6),
  ends_ms: Date.UTC(2026, 6, 6),
  successor: { method: 'DELETE', path: `${AUI_PREFIX}/social/bookmark` },
})

/** Refuses calls of a route that has ended, as those of one that was never there: before any proof. */
export function requireInService(sunset: Sunset | undefined, nowMs: number): void {
  if (!sunset || nowMs < sunset.ends_ms) return
  const { method, path } = sunset.successor
  throw new Problem('endpoint-sunset', 'This endpoint has ended.', {
    hint: `Call ${method} ${path} instead.`,
    sunset_at: new Date(sunset.ends_ms).toISOString(),
  })
}

/** What answers of a route carry until its end. */
export const sunsetHeaders = ({ deprecated_ms, ends_ms, successor }: Sunset, baseUrl: string) => ({
  Deprecation: fieldDate(deprecated_ms),
  Sunset: httpDate(ends_ms),
  Link: `<${baseUrl}${successor.path}>; rel="successor-version"`,
})
