import type { Installation } from '../../tools/kernel/context.ts'
import { publicPrefix } from '../../tools/kernel/problems/public-prefix.ts'

/**
 * A text with what stands in double braces filled in. Paths are given as a client asks for them and signs them: with
 * the path of the base URL in front. Throws where nothing is known by a name.
 */
export function fillIn(text: string, { name, baseUrl }: Installation, values: Readonly<Record<string, string>> = {}) {
  const known: Record<string, string> = { name, base_url: baseUrl, origin: new URL(baseUrl).origin, ...values }
  return text
    .replaceAll(/(?<!\}\})(?=\/api\/v1\/)/g, () => publicPrefix(baseUrl))
    .replaceAll(/\{\{([a-z_]+)\}\}/g, (_, word: string) => {
      const value = known[word]
      if (value === undefined) throw new Error(`a document asks for {{${word}}}, which nobody tells`)
      return value
    })
}
