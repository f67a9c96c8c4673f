/** The path of the base URL, '' at the root: clients ask for it, and sign it, in front of every path of ours. */
export function publicPrefix(baseUrl: string): string {
  const { pathname } = new URL(baseUrl)
  return pathname === '/' ? '' : pathname
}
