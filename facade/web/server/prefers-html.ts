/**
 * Whether an `Accept` asks for HTML by its name, as browsers do, and for no other type rather: agents, which take anything
 * or JSON, get what is made for them.
 */
export function prefersHtml(accept = ''): boolean {
  const wanted = accept.split(',').map(readRange)
  const weightOf = (isOne: (type: string) => boolean) =>
    Math.max(0, ...wanted.filter(({ type }) => isOne(type)).map(({ weight }) => weight))
  const html = weightOf(isHtml)
  return html > 0 && html >= weightOf(type => !isHtml(type) && !type.endsWith('/*'))
}

/**
 * Whether an `Accept` prefers JSON to HTML: by its weight, or named where HTML stands in a wildcard alone. No header, an
 * empty one and wildcards are no preference, as link previews send them.
 */
export function prefersJson(accept = ''): boolean {
  const wanted = accept.split(',').map(readRange)
  const weightOf = (isOne: (type: string) => boolean) => {
    const weights = wanted.filter(({ type }) => isOne(type)).map(({ weight }) => weight)
    return weights.length > 0 ? Math.max(...weights) : undefined
  }
  const named = weightOf(isHtml)
  const html = named ?? weightOf(type => type === 'text/*') ?? weightOf(type => type === '*/*') ?? 0
  const json = weightOf(isJson) ?? 0
  return json > html || (json > 0 && json === html && named === undefined)
}

const isJson = (type: string) => /^application\/(?:[\w.-]+\+)?json$/.test(type)

const isHtml = (type: string) => type === 'text/html' || type === 'application/xhtml+xml'

function readRange(range: string): { type: string; weight: number } {
  const [type = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
  const weight = parameters.find(part => part.startsWith('q='))
  return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
}
