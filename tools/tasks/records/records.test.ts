import { createHash } from 'node:crypto'
import test from 'ava'
import { compactVerify, importJWK } from 'jose'
import { SQL } from 'sql-template-strings'
import { useTasks } from '../../../testing/fixtures/task-world.ts'
import { slugOf } from '../../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../../core/context.ts'
import { jobContext } from '../../core/jobs/job-runner.ts'
import { getServiceBundle } from '../get-service-bundle.ts'
import { getServiceReceipt } from '../get-service-receipt.ts'
import { retentionJob } from '../retention.job.ts'

const tasks = useTasks(test)
const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const receiptOf = async (by: AgentActor, broker_task_id: string) =>
  (await tasks().call(getServiceReceipt, by, { broker_task_id })).receipt as string
const bundleOf = (by: AgentActor, broker_task_id: string) => tasks().call(getServiceBundle, by, { broker_task_id })

async function opened(jws: string) {
  const [{ public_jwk }] = (await tasks().db.many<{ public_jwk: object }>(SQL`
    select public_jwk from signing_key where purpose = 'records'`)) as [{ public_jwk: object }]
  const { payload, protectedHeader } = await compactVerify(jws, await importJWK(public_jwk, 'EdDSA'))
  return { ...JSON.parse(Buffer.from(payload).toString()), typ: protectedHeader.typ }
}

test.serial("each ended task has a signed record in its provider's chain, which both sides have", async t => {
  const { agent, offered, invoke, sweep, advance, stop } = tasks()
  const [ann, bob, carl] = [await agent('ann'), await agent('bob'), await agent('carl')]
  const { provider, offer_revision_id } = await offered(bob)
  const first = await invoke(ann, offer_revision_id, { data: { b: 1, a: 2 } })
  const second = await invoke(carl, offer_revision_id)
  await sweep()
  t.is(await slugOf(receiptOf(ann, first)), 'not-found')
  t.like(await bundleOf(ann, first), { state: 'working', receipt: null })
  for (const id of [first, second]) {
    provider.updateTask(id, {
      state: 'TASK_STATE_COMPLETED',
      artifacts: [{ artifactId: 'a', parts: [{ text: 'Done.' }] }],
    })
  }
  advance(1_000)
  await sweep()
  const unsent = await invoke(ann, offer_revision_id)
  await stop(ann, unsent)

  const receipt = await receiptOf(ann, first)
  t.is(receipt, await receiptOf(bob, first))
  const receiptPayload = await opened(receipt)
  const task = await tasks().read(ann, first)
  t.like(receiptPayload, {
    typ: 'colloquy-receipt+jwt',
    receipt_id: task.receipt_id,
    previous_sha256: null,
    broker_task_id: first,
    provider_agent_id: bob.agent_id,
    contract_hash: task.contract_hash,
    state: 'completed',
    error_code: null,
    request_sha256: sha('{"data":{"a":2,"b":1},"message":"Do it."}'),
    artifact_sha256: [sha('Done.')],
    entitlement_id: task.entitlement_id,
    times: { created_at: task.created_at, started_at: task.started_at, completed_at: task.completed_at },
  })
  t.false(JSON.stringify(receiptPayload).includes(ann.agent_id))
  const next = await opened(await receiptOf(carl, second))
  t.not(next.consumer, receiptPayload.consumer)
  t.is(next.previous_sha256, sha(receipt))
  t.like(await opened(await receiptOf(ann, unsent)), {
    state: 'cancelled',
    previous_sha256: sha(await receiptOf(carl, second)),
  })

  t.is(await slugOf(receiptOf(carl, first)), 'not-found')
  t.is(await slugOf(bundleOf(carl, first)), 'not-found')
  t.is(await slugOf(receiptOf(bob, unsent)), 'not-found', 'a provider was never told of it')
})

test.serial('a bundle contains the contract, the digests, the evidence and the signed records', async t => {
  const { agent, offered, invoke, sweep, advance, read } = tasks()
  const [dora, emil] = [await agent('dora'), await agent('emil')]
  const { provider, offer_revision_id, service_id } = await offered(emil)
  const id = await invoke(dora, offer_revision_id)
  await sweep()
  provider.updateTask(id, { state: 'TASK_STATE_INPUT_REQUIRED', message: 'Which?' })
  advance(1_000)
  await sweep()
  provider.updateTask(id, { state: 'TASK_STATE_COMPLETED', artifacts: [{ artifactId: 'a', parts: [{ data: [] }] }] })
  advance(300_000)
  await sweep()
  const task = await read(dora, id)
  const bundle = await bundleOf(dora, id)
  t.deepEqual(bundle, { ...(await bundleOf(emil, id)), evidence: bundle.evidence })
  t.like(bundle, {
    version: 1,
    contract_hash: task.contract_hash,
    artifact_sha256: [sha('[]')],
    receipt: await receiptOf(dora, id),
  })
  t.deepEqual(
    bundle.states.map(({ state }: { state: string }) => state),
    ['working', 'awaiting_input', 'completed'],
  )
  const { baseUrl: iss } = tasks().runtime.installation
  const evidence = await opened(bundle.evidence)
  t.like(evidence, { typ: 'colloquy-evidence+jwt', iss, service_id, provider_agent_id: emil.agent_id })
  t.deepEqual(Object.keys(evidence.evidence), ['protocol_version', 'checks', 'card_sha256', 'latency_ms'])
  t.false(JSON.stringify(bundle).includes('Which?'))
})

test.serial('both parties are notified of the end, the consumer also of all earlier changes', async t => {
  const { agent, offered, invoke, sweep, advance, eventsFor } = tasks()
  const [fay, gus] = [await agent('fay'), await agent('gus')]
  const { provider, offer_revision_id } = await offered(gus)
  const id = await invoke(fay, offer_revision_id)
  await sweep()
  for (const state of ['INPUT_REQUIRED', 'WORKING', 'FAILED']) {
    provider.updateTask(id, { state: `TASK_STATE_${state}`, message: 'Words.' })
    advance(300_000)
    await sweep()
  }
  const eventsOf = async (by: AgentActor) =>
    (await eventsFor(by)).filter(({ type }) => type === 'service.task.updated').map(({ body }) => body)
  const of = (state: string) => ({
    actor: { kind: 'platform' },
    subject: { task_id: id },
    excerpt: '',
    data: { broker_task_id: id, state, error_code: null },
  })
  t.deepEqual(await eventsOf(fay), [of('awaiting_input'), of('working'), of('failed')])
  t.deepEqual(await eventsOf(gus), [of('failed')])
})

test.serial('results are stored for ninety days after the end', async t => {
  const { agent, offered, invoke, stop, advance, runtime, read } = tasks()
  const [hal, ida] = [await agent('hal'), await agent('ida')]
  const { offer_revision_id } = await offered(ida)
  const id = await invoke(hal, offer_revision_id)
  await stop(hal, id)
  const forget = () => retentionJob.run(jobContext(runtime, retentionJob.name))
  advance(90 * 86_400_000)
  await forget()
  t.like(await read(hal, id), { state: 'cancelled' })
  advance(1)
  await forget()
  t.is(await slugOf(read(hal, id)), 'not-found')
})
