import type { Data } from './http.ts'

/** A request shown in a guide, and the members of the answer shown after it. */
export type Shown = {
  method: string
  /** With its query; names in braces are placeholders. */
  target: string
  headers: Record<string, string>
  /** The payload, or the whole body if the proof is in a header; '' for none. */
  body: string
  answer: Data | undefined
}

/** The code blocks in these languages, in order. */
export const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(/^```(\S*)\n([\s\S]*?)^```$/gm)].flatMap(([, found, block = '']) =>
    found === language ? [block] : [],
  )

const request = /^```http\n([\s\S]*?)^```$(?:\s*^```json\n([\s\S]*?)^```$)?/gm

export const shownIn = (guide: string): Shown[] =>
  [...guide.matchAll(request)].map(([, block = '', answer]) => ({
    ...parseRequest(block),
    answer: answer === undefined ? undefined : (JSON.parse(answer) as Data),
  }))

function parseRequest(block: string): Omit<Shown, 'answer'> {
  const [line = '', ...rest] = block.split('\n')
  const [method = '', target = ''] = line.split(' ')
  const headers: Record<string, string> = {}
  while (/^[A-Za-z-]+: /.test(rest[0] ?? '')) {
    const [name = '', value = ''] = rest.shift()!.split(': ')
    headers[name] = value
  }
  return { method, target, headers, body: rest.join('\n').trim() }
}

/** Where `actual` lacks a shown member or has a value of another type; null stands for any type. */
export function lacks(actual: unknown, shown: unknown, path = ''): string[] {
  if (shown === null || actual === null) return []
  if (Array.isArray(shown) && Array.isArray(actual)) {
    return shown.length > 0 && actual.length > 0 ? lacks(actual[0], shown[0], `${path}/0`) : []
  }
  if (typeof shown !== typeof actual || Array.isArray(shown) !== Array.isArray(actual)) return [path]
  if (typeof shown !== 'object') return []
  return Object.entries(shown as object).flatMap(([name, value]) =>
    Object.hasOwn(actual as object, name)
      ? lacks((actual as Data)[name], value, `${path}/${name}`)
      : [`${path}/${name}`],
  )
}
