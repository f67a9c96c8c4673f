import { createHmac, timingSafeEqual } from 'node:crypto'

const SESSION = /^[A-Za-z0-9_-]{43}$/

/** A `__Host-` cookie with TLS, which sibling domains cannot set. */
const nameOf = (baseUrl: string) => (baseUrl.startsWith('https:') ? '__Host-colloquy' : 'colloquy')

/** The session of the cookie, or `undefined` if it is missing or malformed. */
export function consentSessionOf(cookies: string | undefined, baseUrl: string): string | undefined {
  const name = nameOf(baseUrl)
  const found = (cookies ?? '').split(';').map(cookie => cookie.trim().split('='))
  const value = found.find(([key]) => key === name)?.[1] ?? ''
  return SESSION.test(value) ? value : undefined
}

export const newConsentSession = (randomBytes: (count: number) => Buffer): string =>
  randomBytes(32).toString('base64url')

/** Sent with links to here, so that windows of a browser share it, and with no form of another site. */
export const consentCookie = (session: string, baseUrl: string): string =>
  `${nameOf(baseUrl)}=${session}; Path=/; HttpOnly; SameSite=Lax${baseUrl.startsWith('https:') ? '; Secure' : ''}`

/** The CSRF token of a session. */
export const csrfToken = (secret: Buffer, session: string): string =>
  createHmac('sha256', secret).update(`form\0${session}`).digest('base64url')

export function isCsrfToken(secret: Buffer, session: string, token: string): boolean {
  const [given, known] = [Buffer.from(token), Buffer.from(csrfToken(secret, session))]
  return given.length === known.length && timingSafeEqual(given, known)
}
