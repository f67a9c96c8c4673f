import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Attack } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { hammer } from '../connections.ts'
import { bare } from '../requests.ts'

const CONNECTIONS = 24

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }

/** A form of a web page, as a browser with this ticket cookie submits it. */
function form(context: AttackContext, path: string, fields: Record<string, string>, ticket?: string): Buffer {
  const cookie = ticket === undefined ? {} : { Cookie: `colloquy-ticket=${ticket}; __Host-colloquy-ticket=${ticket}` }
  return bare(context, 'POST', path, { ...FORM, ...cookie }, new URLSearchParams(fields).toString())
}

const newTicket = () => randomBytes(32).toString('base64url')

const flood: Attack = {
  name: 'sign-ins/flood',
  description: `codes for a new address with each request, over ${CONNECTIONS} connections`,
  async prepare(context) {
    const next = () => form(context, '/internal/sign-in', { email: `${randomUUID()}@abuse.invalid`, to: '' })
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next })
  },
}

const guesses: Attack = {
  name: 'sign-ins/guesses',
  description: `codes for one address, and guesses of them, over ${CONNECTIONS} connections`,
  async prepare(context) {
    const [email, ticket] = [`${randomUUID()}@abuse.invalid`, newTicket()]
    let n = 0
    const next = () => {
      if (n++ % 5 === 0) return form(context, '/internal/sign-in', { email, to: '' }, ticket)
      const code = String(randomInt(100_000_000)).padStart(8, '0')
      return form(context, '/internal/sign-in/code', { code, to: '' }, ticket)
    }
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next })
  },
}

const ceremonies: Attack = {
  name: 'sign-ins/passkeys',
  description: `passkeys that are asked for and never shown, over ${CONNECTIONS} connections`,
  async prepare(context) {
    const next = () => form(context, '/internal/sign-in/passkey', { to: '' })
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next })
  },
}

export const signIns = [flood, guesses, ceremonies]
