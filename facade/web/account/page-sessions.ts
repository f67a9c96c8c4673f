import { createHmac } from 'node:crypto'
import { browserSecret } from '../../../tools/accounts/browser-secret.ts'
import { findSignedInPerson } from '../../../tools/accounts/sign-in-session.ts'
import type { Runtime } from '../../../tools/core/context.ts'
import { countUnread } from '../../../tools/person-notifications/count-unread.ts'
import { rolesOf } from '../../../tools/roles/call-as-staff.ts'
import type { HttpExchange } from '../../http/exchange.ts'
import type { Sessions, Visitor } from '../page-context.ts'
import { readCookie } from '../server/flash-messages.ts'
import { cookiesOf } from './session-cookies.ts'

/** Finds the person of the session cookie, once per request. */
export function createPageSessions(runtime: Runtime): Sessions {
  const { secret, installation } = runtime
  const cookies = cookiesOf(installation)
  const known = new WeakMap<HttpExchange, Promise<Visitor | undefined>>()

  async function find({ headers }: HttpExchange): Promise<Visitor | undefined> {
    const token = readCookie(headers.cookie, cookies.session.name)
    if (!browserSecret.safeParse(token).success) return undefined
    const signed = await findSignedInPerson(runtime, token!)
    if (!signed) return undefined
    const { actor, person, signed_in_at } = signed
    const form_token = createHmac('sha256', secret).update(`form\0${token}`).digest('base64url')
    const roles = await rolesOf(runtime, actor.user_id)
    return { user_id: actor.user_id, session_id: actor.session_id, signed_in_at, ...person, roles, form_token }
  }

  return {
    visitorOf(exchange) {
      const found = known.get(exchange) ?? find(exchange)
      known.set(exchange, found)
      return found
    },
    countUnread: ({ user_id }) => countUnread(runtime, user_id),
  }
}
