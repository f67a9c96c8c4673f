import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Attack } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { hammer } from '../connections.ts'
import { bare } from '../requests.ts'

const CONNECTIONS = 24

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }

/** A form of the pages for people, as a browser sends it that keeps this ticket. */
function form(context: AttackContext, path: string, fields: Record<string, string>, ticket?: string): Buffer {
  const kept = ticket === undefined ? {} : { Cookie: `colloquy-ticket=${ticket}; __Host-colloquy-ticket=${ticket}` }
  return bare(context, 'POST', path, { ...FORM, ...kept }, new URLSearchParams(fields).toString())
}

const newTicket = () => randomBytes(32).toString('base64url')

const flood: Attack = {
  name: 'sign-ins/flood',
  says: `codes for a new address with each request, over ${CONNECTIONS} connections`,
  async prepare(context) {
    const next = () => form(context, '/internal/sign-in', { email: `${randomUUID()}@abuse.invalid`, to: '' })
    return fight => hammer(context, fight, { connections: CONNECTIONS, next })
  },
}

const guesses: Attack = {
  name: 'sign-ins/guesses',
  says: `codes for one address, and guesses of them, over ${CONNECTIONS} connections`,
  async prepare(context) {
    const [email, ticket] = [`${randomUUID()}@abuse.invalid`, newTicket()]
    let n = 0
    const next = () => {
      if (n++ % 5 === 0) return form(context, '/internal/sign-in', { email, to: '' }, ticket)
      const code = String(randomInt(100_000_000)).padStart(8, '0')
      return form(context, '/internal/sign-in/code', { code, to: '' }, ticket)
    }
    return fight => hammer(context, fight, { connections: CONNECTIONS, next })
  },
}

const ceremonies: Attack = {
  name: 'sign-ins/passkeys',
  says: `passkeys that are asked for and never shown, over ${CONNECTIONS} connections`,
  async prepare(context) {
    const next = () => form(context, '/internal/sign-in/passkey', { to: '' })
    return fight => hammer(context, fight, { connections: CONNECTIONS, next })
  },
}

export const signIns = [flood, guesses, ceremonies]
