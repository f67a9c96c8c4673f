import { Problem } from '../../tools/kernel/problems/problems.ts'

/** Everything under it answers `X-AUI-Version` (spec 9). */
export const AUI_PREFIX = '/api/v1/aui'

export const isUnderAui = (path: string): boolean =>
  path.startsWith(AUI_PREFIX) && (path.length === AUI_PREFIX.length || path[AUI_PREFIX.length] === '/')

/** The legacy canonical form is accepted before this moment (spec 5.1). */
export const V1_SUNSET_MS = Date.UTC(2026, 5, 22)

const V1_DEPRECATED_MS = Date.UTC(2025, 11, 22)

export const isV1Accepted = (nowMs: number): boolean => nowMs < V1_SUNSET_MS

/** What answers to v1 envelopes carry until the sunset. */
export const v1Headers = (baseUrl: string): Record<string, string> => ({
  Deprecation: `@${V1_DEPRECATED_MS / 1000}`,
  Sunset: new Date(V1_SUNSET_MS).toUTCString(),
  Warning: '299 - "signature version 1 ends on 2026-06-22; send sig_version 2"',
  Link: `<${baseUrl}${AUI_PREFIX}/version>; rel="deprecation"`,
})

/** The end of one route. */
export interface Sunset {
  readonly deprecated_ms: number
  readonly ends_ms: number
  readonly successor: { readonly method: string; readonly path: string }
}

/** `POST /social/unbookmark` (spec 9). */
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
  Deprecation: `@${deprecated_ms / 1000}`,
  Sunset: new Date(ends_ms).toUTCString(),
  Link: `<${baseUrl}${successor.path}>; rel="successor-version"`,
})
