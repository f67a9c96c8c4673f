import { hash } from 'node:crypto'
import { SQL } from 'sql-template-strings'
import type { Pricing } from '../../storage/offers/minting.ts'
import type { SlaTier } from '../../storage/services/services.ts'
import type { AgentActor } from '../../tools/kernel/context.ts'
import { MINUTE } from '../../tools/kernel/durations.ts'
import { runTransaction } from '../../tools/kernel/transaction.ts'
import { mintRevision } from '../../tools/offers/mint.ts'
import type { World } from './world.ts'

export interface OfferedService {
  handle?: string
  name?: string
  description?: string
  category?: string
  visibility?: 'public' | 'gated'
  sla_tier?: SlaTier
  capability_schema?: object
  output_schema?: object
  pricing?: Partial<Pricing>
  /** Where its provider takes calls. */
  interface_url?: string
  tenant?: string
  encryption_jwk?: object
  skill?: { id?: string; name?: string; description?: string; tags?: string[]; examples?: string[] }
  input_modes?: string[]
  output_modes?: string[]
  /** For how long after now the evidence holds. */
  valid_ms?: number
}

const FREE: Pricing = { pricing_model: 'free', amount: null, currency: null, limit_per_cycle: null, cycle: 'total' }

let named = 0

/** The card of a provider as far as offers go by it. */
export function cardOf({ name = 'Card', skill = {}, input_modes, output_modes, ...service }: OfferedService): string {
  return JSON.stringify({
    name,
    description: service.description ?? 'A provider',
    version: '1.0.0',
    defaultInputModes: input_modes ?? ['text/plain'],
    defaultOutputModes: output_modes ?? ['application/json'],
    skills: [{ id: 'run', name: 'Run', description: 'Runs.', tags: ['running'], examples: [], ...skill }],
  })
}

/** An active service whose binding is verified and which is offered: what its owner would have done through a provider. */
export async function offerService(world: World, owner: AgentActor, service: OfferedService = {}) {
  const { runtime, db } = world
  const now = new Date(runtime.clock())
  const service_id = runtime.newId()
  const { handle = `service-${named++}`, name = 'Service', description = '', category = 'general' } = service
  const { visibility = 'public', sla_tier = 'sync', capability_schema, output_schema } = service
  const pricing = { ...FREE, ...service.pricing }
  await db.many(SQL`
    insert into service (id, owner_agent_id, handle, name, description, category, visibility, status, invocation_mode,
      capability_schema, output_schema, sla_tier, pricing_model, amount, currency, limit_per_cycle, cycle,
      created_at, updated_at)
    values (${service_id}, ${owner.agent_id}, ${handle}, ${name}, ${description}, ${category}, ${visibility}, 'active',
      'aui_task', ${capability_schema === undefined ? null : JSON.stringify(capability_schema)},
      ${output_schema === undefined ? null : JSON.stringify(output_schema)}, ${sla_tier}, ${pricing.pricing_model},
      ${pricing.amount}::numeric, ${pricing.currency}, ${pricing.limit_per_cycle}::int, ${pricing.cycle}, ${now}, ${now})`)
  await bindProvider(world, { service_id, owner }, service)
  return { service_id, offer_revision_id: (await mint(world, owner, service_id))! }
}

/** Another binding of a service, verified now, in place of the one in force. */
export async function bindProvider(
  { runtime, db }: World,
  { service_id, owner }: { service_id: string; owner: AgentActor },
  service: OfferedService = {},
): Promise<void> {
  const now = new Date(runtime.clock())
  const { interface_url = 'https://provider.example/a2a', tenant = null, valid_ms = 5 * MINUTE } = service
  const { encryption_jwk, skill } = service
  const card = cardOf(service)
  const evidence = { protocol_version: '1.0', checks: [], certificate_sha256: null, latency_ms: 12 }
  await db.many(SQL`
    with revised as (
      insert into service_endpoint_revision (service_id, binding_revision, card_url, skill_id, status, is_authorized,
        key_version, key_fingerprint, jws_kid, canonical_form, interface_url, tenant, card, card_sha256,
        encryption_jwk, evidence, bound_at)
      select ${service_id}::uuid, coalesce(max(r.binding_revision), 0) + 1, 'https://provider.example/card.json',
        ${skill?.id ?? 'run'}, 'verified', true, ${owner.key_version}, ${owner.key_fingerprint}, null,
        'specification', ${interface_url}, ${tenant}, ${card}, ${hash('sha256', card)},
        ${encryption_jwk === undefined ? null : JSON.stringify(encryption_jwk)}::jsonb, ${evidence}::jsonb, ${now}
      from service_endpoint_revision r where r.service_id = ${service_id}
      returning binding_revision
    )
    insert into service_endpoint (service_id, attempt_revision, verified_revision, evidence, evidence_valid_until,
      verified_at, asked_at)
    select ${service_id}::uuid, r.binding_revision, r.binding_revision, ${evidence}::jsonb,
      ${new Date(now.getTime() + valid_ms)}, ${now}, ${now} from revised r
    on conflict (service_id) do update set attempt_revision = excluded.attempt_revision,
      verified_revision = excluded.verified_revision, evidence = excluded.evidence,
      evidence_valid_until = excluded.evidence_valid_until, verified_at = excluded.verified_at`)
}

/** Offers a service as it is now. */
export const mint = ({ runtime }: World, owner: AgentActor, serviceId: string): Promise<string | null> => {
  const now = new Date(runtime.clock())
  return runTransaction(runtime, { actor: owner }, now, scope =>
    mintRevision(scope, serviceId, { now, newId: runtime.newId }),
  )
}
