/** The path of the base URL, '' at the root: clients request it, and sign it, before every path of ours. */
export function publicPrefix(baseUrl: string): string {
  const { pathname } = new URL(baseUrl)
  return pathname === '/' ? '' : pathname
}
