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
