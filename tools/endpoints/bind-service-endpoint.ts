import { z } from 'zod'
import { MAX_URL_CHARACTERS } from '../../push/egress-url.ts'
import type { Context } from '../kernel/context.ts'
import { defineTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { text } from '../kernel/schemas.ts'
import { withoutMarketplace } from '../services/marketplace.ts'
import { serviceId } from '../services/service.ts'
import { firstFailure } from './check-log.ts'
import { partsOf } from './check-parts.ts'
import { runCheck } from './check-run.ts'
import { type Attempt, endpoint } from './endpoint.ts'
import { bindableProblems, requireBindable } from './own-service.ts'
import { findFailure, findRecord } from './record.ts'

const SKILL_CHARACTERS = 256

interface Given {
  service_id: string
  card_url: string
  skill_id: string
}

export const bindServiceEndpoint = defineTool({
  name: 'bind_service_endpoint',
  description: 'Bind the A2A provider of a service, or check it again: its card, and what it answers and refuses.',
  scope: null,
  effect: 'write',
  idempotent: true,
  limit: 'endpoint_checks',
  input: z.object({
    service_id: serviceId,
    card_url: z.string().min(1).max(MAX_URL_CHARACTERS).describe('https, of an A2A 1.0 agent card'),
    skill_id: text(SKILL_CHARACTERS).describe('a skill of the card'),
  }),
  output: endpoint,
  closed: withoutMarketplace,
  problems: [
    ...bindableProblems,
    ...(['endpoint-not-bound', 'card-unsigned', 'card-jws-invalid', 'endpoint-verification-failed'] as const),
    ...(['endpoint-check-overtaken', 'rate-limited', 'marketplace-disabled'] as const),
  ],
  async handler(given, context) {
    const { db, actor, now, endpointChecks } = context
    const { service_id, card_url, skill_id } = given
    await requireBindable(context, service_id)
    const key = [service_id, actor.key_version, card_url, skill_id].join(' ')
    const revision = await endpointChecks.run(key, () => check(given, context))
    const failure = await findFailure(db, service_id, revision)
    if (failure) throw refusalOf(failure)
    return await findRecord(db, service_id, now)
  },
})

async function check({ service_id, ...wanted }: Given, context: Context): Promise<number> {
  const { actor, keys, keyedMutex } = context
  return await keyedMutex(`endpoint ${service_id}`, async () => {
    const { status: service_status } = await requireBindable(context, service_id)
    const known = await keys.find(actor.agent_id, { fresh: true })
    if (!known) throw new Problem('not-found', 'You have no such service.')
    const { agent_id, key, key_version, key_fingerprint } = known
    const run = { ...wanted, service_id, service_status, agent_id, key, key_version, key_fingerprint }
    return await runCheck(partsOf(context), run)
  })
}

const SLUGS = { CARD_UNSIGNED: 'card-unsigned', CARD_JWS_INVALID: 'card-jws-invalid' } as const

/** It tells of the first check that failed, and has the whole record (ENDP-30). */
function refusalOf(failed: Attempt): Problem {
  const { code, detail } = firstFailure(failed.control.checks)!
  const slug = SLUGS[code as keyof typeof SLUGS] ?? 'endpoint-verification-failed'
  return new Problem(slug, detail ?? 'The endpoint did not pass its checks.', { endpoint: failed })
}
