import {
  type Beneficiaries,
  type FreeCounter,
  findLiveFree,
  insertEntitlement,
  lockFreeCounter,
} from '../../storage/entitlements/rights.ts'
import type { TransactionScope } from '../core/context.ts'
import type { UsableOffer } from '../offers/usable-offer.ts'
import { exhausted, revoked } from './refusals.ts'

/** The agent and the offer. */
export interface FreeUse {
  offer: UsableOffer
  agent_id: string
  now: Date
  newId(): string
}

type Scope = Pick<TransactionScope, 'db' | 'emit'>

/** The valid free entitlement of that scope, created if missing. Uses stay consumed (RIGHT-12). */
export async function provisionFree({ db, emit }: Scope, use: FreeUse, beneficiaries: Beneficiaries): Promise<string> {
  const counter = await holdCounter({ db }, use)
  const live = await findLiveFree(db, { allowance_id: counter.allowance_id, ...beneficiaries, now: use.now })
  if (live !== undefined) return live
  return await addFree({ db, emit }, use, counter, beneficiaries)
}

/** The same for an invocation without an entitlement: one that the agent revoked itself must be acquired again. */
export async function provisionAtFirstUse({ db, emit }: Scope, use: FreeUse): Promise<void> {
  const counter = await holdCounter({ db }, use)
  if (counter.revoked_by !== null) throw revoked()
  const beneficiaries: Beneficiaries = { scope: 'agent_bound', restricted_agent_ids: [] }
  if ((await findLiveFree(db, { allowance_id: counter.allowance_id, ...beneficiaries, now: use.now })) !== undefined)
    return
  await addFree({ db, emit }, use, counter, beneficiaries)
}

const holdCounter = ({ db }: Pick<Scope, 'db'>, { offer: { service_id, cycle }, agent_id, now, newId }: FreeUse) =>
  lockFreeCounter(db, { id: newId(), agent_id, service_id, cycle, now })

async function addFree(
  { db, emit }: Scope,
  { offer, agent_id, now, newId }: FreeUse,
  { allowance_id, used_in_cycle, is_barred }: FreeCounter,
  beneficiaries: Beneficiaries,
): Promise<string> {
  if (is_barred) throw revoked()
  const { service_id, offer_revision_id, pricing_model, cycle, limit_per_cycle } = offer
  if (limit_per_cycle !== null && used_in_cycle >= limit_per_cycle) throw exhausted(cycle, now)
  const id = newId()
  const terms = { service_id, offer_revision_id, pricing_model, cycle, limit_per_cycle }
  await insertEntitlement(db, { id, agent_id, allowance_id, ...terms, ...beneficiaries, created_at: now })
  emit(agent_id, 'service.entitlement.created', {
    actor: { kind: 'platform' },
    subject: {},
    excerpt: '',
    data: { entitlement_id: id, service_id },
  })
  return id
}
