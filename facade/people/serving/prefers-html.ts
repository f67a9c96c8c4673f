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

const isHtml = (type: string) => type === 'text/html' || type === 'application/xhtml+xml'

function readRange(range: string): { type: string; weight: number } {
  const [type = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
  const weight = parameters.find(part => part.startsWith('q='))
  return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
}
