import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import { type AuthorizationRequest, findRequestForAgent } from '../../storage/oauth/authorization-requests.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import { authored } from '../core/schemas.ts'
import { SCOPES } from '../core/scopes.ts'
import { isLoopback } from './clients/redirect-uri.ts'

/** The name given by the client: anybody can register with any name. */
export const clientName = authored(z.string()).nullable().describe('name chosen by the client; not verified')

export const clientId = z.string().describe('URL of its metadata document, or the id of its registration')

export const scopeList = z.array(z.enum(SCOPES))

export interface PendingAuthorization extends AuthorizationRequest {
  document_url: string | null
  /** Whether approval is possible without `allow_new_host`. */
  is_host_allowed: boolean
}

/** The request with this code for an agent; the same error for codes of others, unknown and expired ones (OAUTH-40). */
export async function requirePendingAuthorization(
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  db: Queryable,
  code: string,
): Promise<PendingAuthorization> {
  const request = await findRequestForAgent(db, actor, code, now)
  if (!request) {
    throw new Problem('not-found', 'No authorization request with this code is waiting for you.', {
      hint: 'A code must be approved by the agent whose handle was entered on the page, within 5 minutes.',
    })
  }
  const { is_allowed, ...waiting } = request
  return { ...waiting, is_host_allowed: is_allowed || isLoopback(request.redirect_host) }
}
