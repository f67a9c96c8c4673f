import type { Data } from './http.ts'

/** A request that a guide shows, and the members of the answer that it shows behind it. */
export type Shown = { method: string; target: string; payload: string; answer: Data | undefined }

const request = /^```http\n([A-Z]+) (\S+)\n([\s\S]*?)^```$(?:\s*^```json\n([\s\S]*?)^```$)?/gm

export const shownIn = (guide: string): Shown[] =>
  [...guide.matchAll(request)].map(([, method = '', target = '', payload = '', answer]) => ({
    ...{ method, target, payload: payload.trim() },
    answer: answer === undefined ? undefined : (JSON.parse(answer) as Data),
  }))

/** The blocks of code that are marked with a language. */
export const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(/^```(\S*)\n([\s\S]*?)^```$/gm)].flatMap(([, found, block = '']) =>
    found === language ? [block] : [],
  )

/** The members of `shown` that `actual` does not have, each by its path. */
export function lacks(actual: unknown, shown: unknown, path = ''): string[] {
  if (typeof shown !== 'object' || shown === null || actual === null) return []
  if (Array.isArray(shown)) {
    const [first] = shown
    return Array.isArray(actual) ? (actual.length > 0 && shown.length > 0 ? lacks(actual[0], first, path) : []) : [path]
  }
  return Object.entries(shown).flatMap(([name, value]) =>
    Object.hasOwn(actual as object, name)
      ? lacks((actual as Data)[name], value, `${path}/${name}`)
      : [`${path}/${name}`],
  )
}
