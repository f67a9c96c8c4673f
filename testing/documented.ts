/** What documents show: fenced blocks, and the requests and answers in them. */

export interface Shown {
  method: string
  /** With its query; names in braces are to be filled in. */
  target: string
  headers: Record<string, string>
  /** The payload, or the whole body where a header proves the request; '' for none. */
  body: string
  /** Members of the answer, as the block behind the request has them. */
  answer: Record<string, unknown> | undefined
}

/** The fenced blocks of a language, in order. */
export const blocksOf = (markdown: string, language: string): string[] =>
  [...markdown.matchAll(/^```(\S*)\n([\s\S]*?)^```$/gm)].flatMap(([, found, text = '']) =>
    found === language ? [text] : [],
  )

const REQUEST = /^```http\n([\s\S]*?)^```$(?:\s*^```json\n([\s\S]*?)^```$)?/gm

export const requestsOf = (markdown: string): Shown[] =>
  [...markdown.matchAll(REQUEST)].map(([, request = '', answer]) => ({
    ...parseRequest(request),
    answer: answer === undefined ? undefined : JSON.parse(answer),
  }))

function parseRequest(text: string): Omit<Shown, 'answer'> {
  const [line = '', ...rest] = text.split('\n')
  const [method = '', target = ''] = line.split(' ')
  const headers: Record<string, string> = {}
  while (/^[A-Za-z-]+: /.test(rest[0] ?? '')) {
    const [name = '', value = ''] = rest.shift()!.split(': ')
    headers[name] = value
  }
  return { method, target, headers, body: rest.join('\n').trim() }
}

/** The members of what is shown that the actual answer does not have, or has of another type, as JSON pointers. */
export function missingIn(actual: unknown, shown: unknown, pointer = ''): string[] {
  if (shown === null || actual === null) return []
  if (Array.isArray(shown)) {
    if (!Array.isArray(actual)) return [pointer]
    return shown.length > 0 && actual.length > 0 ? missingIn(actual[0], shown[0], `${pointer}/0`) : []
  }
  if (typeof shown !== typeof actual) return [pointer]
  if (typeof shown !== 'object') return []
  return Object.entries(shown as object).flatMap(([name, value]) =>
    Object.hasOwn(actual as object, name)
      ? missingIn((actual as Record<string, unknown>)[name], value, `${pointer}/${name}`)
      : [`${pointer}/${name}`],
  )
}
