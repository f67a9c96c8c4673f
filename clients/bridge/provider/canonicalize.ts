/** JSON by RFC 8785, of what came as JSON. */
export function canonicalize(value: unknown): string | undefined {
  if (Array.isArray(value)) return `[${value.map(item => canonicalize(item) ?? 'null').join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = canonicalize(member)
    return text === undefined ? [] : [[name, text] as const]
  })
  // By units of UTF-16, as strings compare.
  const inOrder = members.sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${inOrder.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`
}
