import type { VersionEnding } from '../../storage/versions/version-endings.ts'
import type { Runtime } from '../../tools/core/context.ts'
import { DAY } from '../../tools/core/durations.ts'
import { Problem } from '../../tools/core/problems/problem.ts'

/** RFC 9110 5.6.7. */
export const httpDate = (ms: number): string => new Date(ms).toUTCString()

/** RFC 9651 3.3.7. */
const fieldDate = (ms: number): string => `@${ms / 1000}`

/** Responses below this path have `X-AUI-Version` (VER-1). */
export const AUI_PREFIX = '/api/v1/aui'

const isUnderAui = (path: string): boolean =>
  path.startsWith(AUI_PREFIX) && (path.length === AUI_PREFIX.length || path[AUI_PREFIX.length] === '/')

const isOfVersion = (path: string): boolean => path.startsWith('/api/v1/')

/** The path as routers normalize it. */
function decoded(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Remains available after the version has ended (VER-10). */
export const VERSION_PATH = `${AUI_PREFIX}/version`

/** The version headers of every response at a path (VER-1, VER-9, VER-18). */
export function versionHeaders(
  rawPath: string,
  { versionEnding, installation }: Pick<Runtime, 'versionEnding' | 'installation'>,
): Readonly<Record<string, string>> {
  const path = decoded(rawPath)
  const always = isUnderAui(path) ? CURRENT : NOTHING
  const ending = versionEnding()
  if (!ending || !isOfVersion(path)) return always
  const { successor_version, deprecated_at, sunset_at, migration_guide_url } = ending
  const successor = `${installation.baseUrl}/api/v${successor_version}/aui`
  return {
    ...always,
    Deprecation: fieldDate(Math.floor(Date.parse(deprecated_at) / 1000) * 1000),
    Sunset: httpDate(Date.parse(sunset_at)),
    Link: `<${migration_guide_url}>; rel="deprecation", <${successor}>; rel="successor-version"`,
  }
}

const CURRENT = { 'X-AUI-Version': '1' }
const NOTHING = {}

/** How long routes of an ended version return a 410 (VER-10). */
const NOTICE_MS = 30 * DAY

/** Rejects requests to an ended version, before all other checks. */
export function requireVersionNotEnded(rawPath: string, ending: VersionEnding | undefined, nowMs: number): void {
  const path = decoded(rawPath)
  if (!ending || !isOfVersion(path) || path === VERSION_PATH) return
  const { successor_version, sunset_at, migration_guide_url } = ending
  const endedMs = nowMs - Date.parse(sunset_at)
  if (endedMs < 0) return
  const hint = `Read ${migration_guide_url} for version ${successor_version}.`
  if (endedMs >= NOTICE_MS) throw new Problem('not-found', 'There is nothing at this path.', { hint })
  throw new Problem('version-sunset', 'Version 1 of the API has ended.', {
    hint,
    sunset_at,
    successor_version,
    migration_guide_url,
  })
}

/** The legacy canonical form is accepted until then (ENV-14). */
export const V1_SUNSET_MS = Date.UTC(2026, 5, 22)

/** The date of that. */
export const V1_SUNSET = new Date(V1_SUNSET_MS).toISOString().slice(0, 10)

const V1_DEPRECATED_MS = Date.UTC(2025, 11, 22)

export const isV1Accepted = (nowMs: number): boolean => nowMs < V1_SUNSET_MS

/** Headers of responses to v1 envelopes until the sunset. */
export const v1Headers = (baseUrl: string): Record<string, string> => ({
  Deprecation: fieldDate(V1_DEPRECATED_MS),
  Sunset: httpDate(V1_SUNSET_MS),
  Warning: `299 - "signature version 1 ends on ${V1_SUNSET}; send sig_version 2"`,
  Link: `<${baseUrl}${AUI_PREFIX}/version>; rel="deprecation"`,
})

/** The end of a single route. */
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

/** Rejects calls of an ended route before authentication. */
export function requireVersionServed(sunset: Sunset | undefined, nowMs: number): void {
  if (!sunset || nowMs < sunset.ends_ms) return
  const { method, path } = sunset.successor
  throw new Problem('endpoint-sunset', 'This endpoint has ended.', {
    hint: `Call ${method} ${path} instead.`,
    sunset_at: new Date(sunset.ends_ms).toISOString(),
  })
}

/** Headers of responses of a route until its end. */
export const sunsetHeaders = ({ deprecated_ms, ends_ms, successor }: Sunset, baseUrl: string) => ({
  Deprecation: fieldDate(deprecated_ms),
  Sunset: httpDate(ends_ms),
  Link: `<${baseUrl}${successor.path}>; rel="successor-version"`,
})
