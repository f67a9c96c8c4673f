import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Runtime } from '../../../tools/core/context.ts'

/** Flash messages: one-time messages after a form, in a signed cookie. */
export interface FlashMessages {
  cookie(text: string): string
  read(cookies: string | undefined): string | undefined
  /** The `Set-Cookie` value that removes the message after it was shown. */
  clear: string
}

const MINUTE_SECONDS = 60

export function createFlashMessages({ secret, installation }: Pick<Runtime, 'secret' | 'installation'>): FlashMessages {
  const isSecure = installation.baseUrl.startsWith('https:')
  const name = isSecure ? '__Host-colloquy-flash' : 'colloquy-flash'
  const terms = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const markOf = (body: string) => createHmac('sha256', secret).update(`flash\0${body}`).digest('base64url')
  return {
    cookie(text) {
      const body = Buffer.from(text).toString('base64url')
      return `${name}=${body}.${markOf(body)}; Max-Age=${MINUTE_SECONDS}; ${terms}`
    },
    read(cookies) {
      const cookie = readCookie(cookies, name)
      const [body = '', mark = ''] = cookie?.split('.') ?? []
      const [given, known] = [Buffer.from(mark), Buffer.from(markOf(body))]
      if (given.length !== known.length || !timingSafeEqual(given, known)) return undefined
      return Buffer.from(body, 'base64url').toString()
    },
    clear: `${name}=; Max-Age=0; ${terms}`,
  }
}

/** The value of a cookie of a request. */
export function readCookie(cookies: string | undefined, name: string): string | undefined {
  if (cookies === undefined) return undefined
  for (const pair of cookies.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
