const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Maximum length. */
const URI_CHARACTERS = 1_000

/** Whether this is a client id by URL: https, in normalized form, with a path (OAUTH-80). */
export function isDocumentUrl(id: string): boolean {
  if (id.length > URI_CHARACTERS || !id.startsWith('https://') || id.includes('#') || !URL.canParse(id)) return false
  const { href, pathname, username, password } = new URL(id)
  return href === id && pathname !== '/' && username === '' && password === ''
}

/** The host and port of a redirect URI; `undefined` if it is not allowed (OAUTH-8). */
export function redirectHost(uri: string): string | undefined {
  if (uri.length > URI_CHARACTERS || !/^[\x21-\x7e]+$/.test(uri) || uri.includes('#') || !URL.canParse(uri)) return
  const { protocol, host, hostname, username, password } = new URL(uri)
  if (username !== '' || password !== '') return
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname)) ? host : undefined
}

/** Whether the host is a loopback address, which is the machine of the browser. */
export const isLoopback = (host: string): boolean => LOOPBACK.includes(host.replace(/:\d+$/, ''))

/** Exact comparison, except for the port on loopback (OAUTH-21). */
export function isRegistered(requested: string, registered: readonly string[]): boolean {
  if (registered.includes(requested)) return true
  const host = redirectHost(requested)
  if (host === undefined || !isLoopback(host)) return false
  const portless = withoutPort(requested)
  return registered.some(uri => withoutPort(uri) === portless)
}

function withoutPort(uri: string): string {
  const { protocol, hostname, pathname, search } = new URL(uri)
  return `${protocol}//${hostname}${pathname}${search}`
}

/** Appends parameters to a redirect URI. */
export const withParameters = (uri: string, parameters: Readonly<Record<string, string>>): string =>
  `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(parameters)}`
