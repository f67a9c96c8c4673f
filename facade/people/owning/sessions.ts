import { createHmac } from 'node:crypto'
import { browserSecret } from '../../../tools/accounts/browser-secret.ts'
import { findSigned } from '../../../tools/accounts/session.ts'
import type { Runtime } from '../../../tools/kernel/context.ts'
import { rolesOf } from '../../../tools/roles/as-staff.ts'
import type { Exchange } from '../../http/exchange.ts'
import { cookieOf } from '../serving/flash.ts'
import type { Sessions, Visitor } from '../visit.ts'
import { cookiesOf } from './cookies.ts'

/** Who is signed in by the cookie of a browser; looked up once for each request. */
export function openPeopleSessions(runtime: Runtime): Sessions {
  const { secret, installation } = runtime
  const cookies = cookiesOf(installation)
  const known = new WeakMap<Exchange, Promise<Visitor | undefined>>()

  async function find({ headers }: Exchange): Promise<Visitor | undefined> {
    const token = cookieOf(headers.cookie, cookies.session.name)
    if (!browserSecret.safeParse(token).success) return undefined
    const signed = await findSigned(runtime, token!)
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
  }
}
