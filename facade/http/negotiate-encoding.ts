import { parseQualityValues } from './quality-values.ts'

export type ContentEncoding = 'br' | 'gzip' | 'identity'

/** In order of preference for equal weights. */
const OFFERED = ['br', 'gzip'] as const

/** The encoding for `Accept-Encoding` (RFC 9110 12.5.3); identity if none of the requested ones is supported. */
export function negotiateEncoding(accepted = ''): ContentEncoding {
  const weights = parseQualityValues(accepted.replaceAll(/\bx-gzip\b/gi, 'gzip'))
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  const [best = 'identity'] = OFFERED.toSorted((a, b) => weightOf(b) - weightOf(a))
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : 'identity'
}
