import { parseQualityValues } from './quality-values.ts'

export type ContentEncoding = 'br' | 'gzip' | 'identity'

/** The best first, where a client likes them equally. */
const OFFERED = ['br', 'gzip'] as const

/** The coding that `Accept-Encoding` asks for (RFC 9110 12.5.3); what it asks for in vain is sent as it is. */
export function negotiateEncoding(accepted = ''): ContentEncoding {
  const weights = parseQualityValues(accepted.replaceAll(/\bx-gzip\b/gi, 'gzip'))
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  const [best = 'identity'] = OFFERED.toSorted((a, b) => weightOf(b) - weightOf(a))
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : 'identity'
}
