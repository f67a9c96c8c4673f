import { z } from 'zod'
import { READER_STATUSES } from '../../storage/agents/status-locks.ts'
import { disallowRedirectHost, endGrant, findGrantHost } from '../../storage/oauth/oauth-grants.ts'
import { defineTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'

export const endToken = defineTool({
  name: 'end_token',
  description: 'Revoke all tokens of a client that you approved. Its host needs a new approval next time.',
  scope: null,
  effect: 'destructive',
  idempotent: true,
  limit: 'ended_grants',
  statuses: READER_STATUSES,
  input: z.object({ id: uuid.describe('as in the list') }),
  output: z.object({ ended: z.literal(true), id: uuid }),
  problems: [],
  // An already revoked grant is a success, so that a lost response can be retried.
  async handler({ id }, { actor, transaction }) {
    await transaction(async ({ db }) => {
      const grant = await findGrantHost(db, actor.agent_id, id)
      if (!grant) return
      await endGrant(db, { id })
      await disallowRedirectHost(db, actor.agent_id, grant.redirect_host)
    })
    return { ended: true as const, id }
  },
})
