/**
 * Whether an `Accept` header names HTML, as browsers do, and prefers no other type. Agents, which accept anything or
 * JSON, do not.
 */
export function prefersHtml(accept = ''): boolean {
  const wanted = accept.split(',').map(readRange)
  const weightOf = (isOne: (type: string) => boolean) =>
    Math.max(0, ...wanted.filter(({ type }) => isOne(type)).map(({ weight }) => weight))
  const html = weightOf(isHtml)
  return html > 0 && html >= weightOf(type => !isHtml(type) && !type.endsWith('/*'))
}

/**
 * The format other than HTML that an `Accept` header prefers: by weight, or by name if HTML matches only a wildcard, and
 * Markdown, which no browser names, before HTML of the same weight. A missing or empty header and wildcards, which link
 * previews send, express no preference.
 */
export function preferredFormat(accept = ''): 'json' | 'md' | undefined {
  const wanted = accept.split(',').map(readRange)
  const weightOf = (isOne: (type: string) => boolean) => {
    const weights = wanted.filter(({ type }) => isOne(type)).map(({ weight }) => weight)
    return weights.length > 0 ? Math.max(...weights) : undefined
  }
  const named = weightOf(isHtml)
  const html = named ?? weightOf(type => type === 'text/*') ?? weightOf(type => type === '*/*') ?? 0
  const json = weightOf(isJson) ?? 0
  const markdown = weightOf(type => type === 'text/markdown') ?? 0
  if (markdown > 0 && markdown >= html && markdown >= json) return 'md'
  return json > html || (json > 0 && json === html && named === undefined) ? 'json' : undefined
}

const isJson = (type: string) => /^application\/(?:[\w.-]+\+)?json$/.test(type)

const isHtml = (type: string) => type === 'text/html' || type === 'application/xhtml+xml'

function readRange(range: string): { type: string; weight: number } {
  const [type = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
  const weight = parameters.find(part => part.startsWith('q='))
  return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
}
