import type { Installation } from '../../tools/core/context.ts'
import { publicPrefix } from '../../tools/core/problems/public-prefix.ts'

const WORD = /\{\{([a-z_]+)\}\}/g

/** Fills in the placeholders in double braces. Throws for an unknown name. */
export function renderTemplate(
  text: string,
  { name, baseUrl }: Installation,
  values: Readonly<Record<string, string>> = {},
) {
  const known: Record<string, string> = { name, base_url: baseUrl, origin: new URL(baseUrl).origin, ...values }
  return text.replaceAll(WORD, (_, word: string) => {
    const value = known[word]
    if (value === undefined) throw new Error(`a document requires {{${word}}}, which is not defined`)
    return value
  })
}

/** The same, with paths as clients request and sign them: including the path of the base URL. */
export function renderTemplatePaths(
  text: string,
  installation: Installation,
  values: Readonly<Record<string, string>>,
) {
  const filled = text.replaceAll(WORD, (braces, word: string) => values[word] ?? braces)
  const isBelow = filled.replaceAll(/(?<!\}\})(?=\/api\/v1\/)/g, () => publicPrefix(installation.baseUrl))
  return renderTemplate(isBelow, installation)
}
