import test from 'ava'
import { compactVerify, importJWK } from 'jose'
import { SQL } from 'sql-template-strings'
import { useTasks } from '../../../testing/fixtures/task-world.ts'
import type { AgentActor } from '../../core/context.ts'
import { sha256 } from '../../core/text/digest.ts'
import { createVerdictApplier } from './apply-verdicts.ts'
import { createDispatcher } from './dispatcher.ts'

const tasks = useTasks(test)

/** A process that counts its finalizing transactions. */
function openCounting() {
  const { runtime, db } = tasks()
  const { clock, newId, secret, log, broker } = runtime
  let transactions = 0
  const counting: typeof db = {
    ...db,
    transaction(body) {
      transactions++
      return db.transaction(body)
    },
  }
  const dispatcher = createDispatcher({
    db,
    clock,
    secret,
    log,
    broker,
    holder: newId(),
    settle: createVerdictApplier(runtime, counting),
    breakOff: async () => {},
  })
  return { ...dispatcher, transactions: () => transactions }
}

/** The receipts of a provider in order, each of which must link to the previous one. */
async function chainOf({ agent_id }: AgentActor): Promise<string[]> {
  const { db } = tasks()
  const [key] = await db.many<{ public_jwk: object }>(SQL`select public_jwk from signing_key where purpose = 'records'`)
  const receipts = await db.many<{ jws: string; ordinal: number; end_ordinal: number; end_sha256: string }>(SQL`
    select r.jws, r.ordinal, c.ordinal as end_ordinal, c.sha256 as end_sha256
    from service_receipt r join service_receipt_chain c using (provider_id)
    where provider_id = ${agent_id} order by r.ordinal`)
  let previous: string | null = null
  const ids: string[] = []
  for (const [index, { jws, ordinal }] of receipts.entries()) {
    const { payload } = await compactVerify(jws, await importJWK(key!.public_jwk, 'EdDSA'))
    const { previous_sha256, broker_task_id } = JSON.parse(Buffer.from(payload).toString())
    if (previous_sha256 !== previous || ordinal !== index + 1) throw new Error(`receipt ${index} breaks its chain`)
    previous = sha256(jws)
    ids.push(broker_task_id)
  }
  const last = receipts.at(-1)
  if (last && (last.end_ordinal !== receipts.length || last.end_sha256 !== previous))
    throw new Error('the chain ends elsewhere')
  return ids
}

const DONE = { result: { message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'Done.' }] } } }

test.serial("all but a provider's first task end with one statement, and its chain continues", async t => {
  const { agent, offered, invoke, read, db } = tasks()
  const [ann, bob] = [await agent('ending-ann'), await agent('ending-bob')]
  const { provider, offer_revision_id } = await offered(bob)
  provider.replyTo('SendMessage', () => DONE)
  const { sweep, transactions } = openCounting()
  const first = await invoke(ann, offer_revision_id)
  await sweep()
  t.is(transactions(), 1, 'its chain is made')
  const more = [await invoke(ann, offer_revision_id), await invoke(ann, offer_revision_id)]
  await sweep()
  const last = await invoke(ann, offer_revision_id)
  await sweep()
  t.is(transactions(), 1)
  const chain = await chainOf(bob)
  t.deepEqual([chain[0], new Set(chain.slice(1, 3)), chain[3]], [first, new Set(more), last])
  for (const id of chain) {
    t.like(await read(ann, id), { state: 'completed', artifacts: [{ artifact_id: 'm', text: 'Done.' }] })
  }
  const [notified] = await db.many<{ ann: number; bob: number }>(SQL`
    select count(*) filter (where recipient = ${ann.agent_id})::int as ann,
      count(*) filter (where recipient = ${bob.agent_id})::int as bob
    from (select recipient, type from outbox union all select recipient, type from inbox) e
    where type = 'service.task.updated'`)
  t.deepEqual(notified, { ann: 4, bob: 4 })
})

test.serial('if another process signed meanwhile, nothing is lost and the chain does not fork', async t => {
  const { agent, offered, invoke, stop } = tasks()
  const [carl, dora] = [await agent('ending-carl'), await agent('ending-dora')]
  const { provider, offer_revision_id } = await offered(dora)
  provider.replyTo('SendMessage', () => DONE)
  const [here, there] = [openCounting(), openCounting()]
  const ended: string[] = []
  for (const one of [here, there, here, there]) {
    ended.push(await invoke(carl, offer_revision_id))
    await one.sweep()
  }
  const unsent = await invoke(carl, offer_revision_id)
  await stop(carl, unsent)
  const last = await invoke(carl, offer_revision_id)
  await there.sweep()
  t.deepEqual(await chainOf(dora), [...ended, unsent, last])
})

test.serial('a cancellation requested during sending is resolved by the next state', async t => {
  const { agent, offered, invoke, read, stop, runtime, db } = tasks()
  const [emil, fay] = [await agent('ending-emil'), await agent('ending-fay')]
  const { provider, offer_revision_id } = await offered(fay)
  provider.replyTo('SendMessage', () => DONE)
  const settle = createVerdictApplier(runtime, db)
  const { clock, newId, secret, log, broker } = runtime
  let meanwhile = async (_id: string) => {}
  const { sweep } = createDispatcher({
    db,
    clock,
    secret,
    log,
    broker,
    holder: newId(),
    breakOff: async () => {},
    async settle(step) {
      await meanwhile(step.id)
      await settle(step)
    },
  })
  await invoke(emil, offer_revision_id)
  await sweep()
  const id = await invoke(emil, offer_revision_id)
  meanwhile = async task => void (await stop(emil, task))
  await sweep()
  t.like(await read(emil, id), { state: 'completed' })
  const [row] = await db.many<{ is_asked: boolean; holder: string | null }>(SQL`
    select cancel_requested_at is not null as is_asked, holder from service_task where id = ${id}`)
  t.deepEqual(row, { is_asked: true, holder: null })
  t.is((await chainOf(fay)).length, 2)
})
