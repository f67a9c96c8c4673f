const VARIABLE = /\{(\w+)\}/g
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** The variables of a URI, if it is of the template. */
export function matchUri(template: string, uri: string): Record<string, string> | undefined {
  const names = [...template.matchAll(VARIABLE)].map(([, name]) => name as string)
  const pattern = template
    .split(VARIABLE)
    .map((part, index) => (index % 2 === 0 ? escaped(part) : '([^/?#]+)'))
    .join('')
  const found = new RegExp(`^${pattern}$`).exec(uri)
  if (!found) return undefined
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] as string)]))
  } catch {
    return undefined
  }
}

/** The URI that a template has with these variables. */
export const expandUri = (template: string, variables: Readonly<Record<string, string>>): string =>
  template.replace(VARIABLE, (_, name: string) => encodeURIComponent(variables[name] ?? ''))
