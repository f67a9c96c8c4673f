import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { entitlement } from '../schemas/entitlements.ts'
import { type Offer, offer, offerPage } from '../schemas/offers.ts'
import { type Member, print, receiveFromPeer, sendToPeer } from './agent.ts'
import { verifyTask } from './verifying.ts'

type Call = (name: string, args: object) => Promise<Record<string, unknown>>

const task = z.looseObject({
  broker_task_id: z.uuid(),
  state: z.string(),
  artifacts: z.array(
    z.looseObject({
      name: z.string().optional(),
      media_type: z.string(),
      text: z.string().optional(),
      data: z.unknown().optional(),
      provenance: z.looseObject({ untrusted: z.literal(true) }),
    }),
  ),
  receipt_id: z.uuid().nullable(),
})

type Task = z.infer<typeof task>

const QUERY = 'count words'
/** Each waits for 25 seconds; by then the server has ended it. */
const ASKED_AT_MOST = 30

/** Bob finds the service of another agent, acquires a right to it, has it do something, and checks how that went. */
export async function useService(
  bob: Member,
  call: Call,
  { message, payerKey }: { message: string; payerKey?: string | undefined },
): Promise<void> {
  const { provider } = await receiveFromPeer<{ provider: string }>()
  const found = await find(call, provider, Boolean(payerKey))
  const { offer_revision_id } = found
  const entitlement_id = payerKey ? await pay(bob, found, payerKey) : await acquire(call, offer_revision_id)
  const right = entitlement.parse(await call('get_service_entitlement', { entitlement_id }))
  print('Bob', `has the right to use it: ${right.remaining} of ${right.limit_per_cycle} uses are left today`)
  const ended = await invoke(call, { offer_revision_id, message })
  const { remaining } = entitlement.parse(await call('get_service_entitlement', { entitlement_id }))
  print('Bob', `has ${remaining} uses left`)
  await verifyTask(bob, ended)
  sendToPeer({ broker_task_id: ended.broker_task_id })
}

/** What signs for a wallet is there in a checkout alone. */
const pay = async (bob: Member, found: Offer, payerKey: string): Promise<string> =>
  (await import('./paying.ts')).buy(bob, found, payerKey)

const acquire = async (call: Call, offer_revision_id: string): Promise<string> =>
  entitlement.parse(await call('acquire_service_entitlement', { offer_revision_id })).entitlement_id

async function find(call: Call, provider: string, include_priced: boolean): Promise<Offer> {
  const { offers } = offerPage.parse(await call('search_agent_services', { q: QUERY, provider, include_priced }))
  if (!offers[0]) throw new Error(`no offer of @${provider} found for "${QUERY}"`)
  const { offer_revision_id } = offers[0]
  const found = offer.parse(await call('get_service_offer', { offer_revision_id }))
  const { name, description } = found.service
  print('Bob', `searched for "${QUERY}" of @${provider}, and found an offer:`, `${name}: ${description}`)
  const { checks, stage, evidence_valid_until } = found.evidence
  const held = checks.filter(({ passed }) => passed).length
  const until = evidence_valid_until?.slice(11, 19)
  print(
    '',
    `verified by the server: ${held} of ${checks.length} checks passed, valid until ${until} UTC; its stage is "${stage}"`,
  )
  const { provider_card_claims: claims } = found
  print('', 'claimed by its provider, not verified:', `${claims.name}: ${claims.description}`)
  return found
}

async function invoke(call: Call, asked: { offer_revision_id: string; message: string }): Promise<Task> {
  const began = Date.now()
  print('Bob', 'invokes it with what Ann posted:', asked.message)
  const answer = await call('invoke_agent_service', { ...asked, idempotency_key: randomUUID(), wait_seconds: 25 })
  let ended = task.parse(answer.task)
  const { broker_task_id } = ended
  for (let asked = 0; ended.state === 'working' && asked < ASKED_AT_MOST; asked++)
    ended = task.parse(await call('get_service_task', { broker_task_id, wait_seconds: 25 }))
  print('Bob', `reads the task, ${Date.now() - began} ms later: ${ended.state}`)
  for (const { name, media_type, text, data } of ended.artifacts) {
    print(
      '',
      'an artifact, which the server marks as untrusted:',
      `${name} (${media_type}): ${text ?? JSON.stringify(data)}`,
    )
  }
  if (ended.state !== 'completed') throw new Error(`the task is ${ended.state}`)
  return ended
}
