import type { Installation } from '../../../tools/core/context.ts'
import { isLoopbackHost } from '../../../tools/core/network/loopback.ts'

export interface SessionCookie {
  name: string
  set(value: string): string
  /** The `Set-Cookie` value that removes the cookie. */
  clear: string
}

/** `__Host-` cookies with TLS, which sibling domains cannot set. Without TLS, only local use is allowed. */
export function cookiesOf({ baseUrl }: Pick<Installation, 'baseUrl'>): {
  session: SessionCookie
  ticket: SessionCookie
  browser: SessionCookie
} {
  const isSecure = baseUrl.startsWith('https:')
  const terms = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const defineCookie = (stem: string, lifetime: string): SessionCookie => {
    const name = isSecure ? `__Host-${stem}` : stem
    return { name, set: value => `${name}=${value}${lifetime}; ${terms}`, clear: `${name}=; Max-Age=0; ${terms}` }
  }
  return {
    session: defineCookie('colloquy-person', `; Max-Age=${365 * 24 * 3600}`),
    ticket: defineCookie('colloquy-ticket', `; Max-Age=${3600}`),
    browser: defineCookie('colloquy-browser', `; Max-Age=${365 * 24 * 3600}`),
  }
}

/** Whether session cookies are allowed: over TLS, or on this machine. */
export function maySignIn({ baseUrl }: Pick<Installation, 'baseUrl'>): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' || isLoopbackHost(hostname)
}
