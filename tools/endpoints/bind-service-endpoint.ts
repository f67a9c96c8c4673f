import { z } from 'zod'
import { MAX_URL_CHARACTERS } from '../../push/egress-url.ts'
import type { Context } from '../core/context.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { text } from '../core/schemas.ts'
import { withoutMarketplace } from '../services/require-marketplace.ts'
import { serviceId } from '../services/service-schema.ts'
import { firstFailure } from './check-log.ts'
import { checkPartsOf } from './check-parts.ts'
import { runCheck } from './check-run.ts'
import { type Attempt, endpointSchema } from './endpoint-schema.ts'
import { findEndpointFailure, findEndpointRecord } from './find-record.ts'
import { bindableProblems, requireBindable } from './own-service.ts'

const SKILL_CHARACTERS = 256

interface Given {
  service_id: string
  card_url: string
  skill_id: string
}

export const bindServiceEndpoint = defineTool({
  name: 'bind_service_endpoint',
  description: 'Bind the A2A provider of a service, or check it again: its card, its responses and what it rejects.',
  scope: null,
  effect: 'write',
  idempotent: true,
  limit: 'endpoint_checks',
  input: z.object({
    service_id: serviceId,
    card_url: z.string().min(1).max(MAX_URL_CHARACTERS).describe('https URL of an A2A 1.0 agent card'),
    skill_id: text(SKILL_CHARACTERS).describe('id of a skill in the card'),
  }),
  output: endpointSchema,
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
    const failure = await findEndpointFailure(db, service_id, revision)
    if (failure) throw refusalOf(failure)
    return await findEndpointRecord(db, service_id, now)
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
    return await runCheck(checkPartsOf(context), run)
  })
}

const SLUGS = { CARD_UNSIGNED: 'card-unsigned', CARD_JWS_INVALID: 'card-jws-invalid' } as const

/** The problem names the first failed check, and contains the whole record (ENDP-30). */
function refusalOf(failed: Attempt): Problem {
  const { code, detail } = firstFailure(failed.control.checks)!
  const slug = SLUGS[code as keyof typeof SLUGS] ?? 'endpoint-verification-failed'
  return new Problem(slug, detail ?? 'The endpoint did not pass its checks.', { endpoint: failed })
}
