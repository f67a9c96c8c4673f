/** The weights in a header such as `Accept` (RFC 9110 12.4.2), by name in lower case; 1 by default. */
export const parseQualityValues = (header = ''): Map<string, number> => new Map(header.split(',').map(weighed))

function weighed(part: string): [string, number] {
  const [name = '', ...parameters] = part.split(';').map(text => text.trim().toLowerCase())
  const weight = parameters.find(parameter => parameter.startsWith('q='))
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}
