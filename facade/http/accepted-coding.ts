export type Coding = 'br' | 'gzip' | 'identity'

/** The best first, where a client likes them equally. */
const OFFERED = ['br', 'gzip'] as const

/** The coding that `Accept-Encoding` asks for (RFC 9110 12.5.3); what it asks for in vain is sent as it is. */
export function acceptedCoding(accepted = ''): Coding {
  const weights = new Map(accepted.split(',').map(weighed))
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  const [best = 'identity'] = OFFERED.toSorted((a, b) => weightOf(b) - weightOf(a))
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : 'identity'
}

function weighed(part: string): [string, number] {
  const [coding = '', ...parameters] = part.split(';').map(text => text.trim().toLowerCase())
  const weight = parameters.find(parameter => parameter.startsWith('q='))
  return [coding === 'x-gzip' ? 'gzip' : coding, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}
