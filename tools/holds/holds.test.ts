import test from 'ava'
import { SQL } from 'sql-template-strings'
import {
  callAdmitted,
  decide,
  endedHolds,
  enrollHeld,
  NO_RULES,
  releaseHeld,
} from '../../testing/fixtures/hold-world.ts'
import { asTestPerson, enrollOwned } from '../../testing/fixtures/key-recovery-world.ts'
import { addPerson, signInPerson } from '../../testing/fixtures/test-persons.ts'
import { createTestRuntime, slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { digestTables } from '../../testing/leak-checks/table-digests.ts'
import type { AgentActor } from '../core/context.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { heldCallsJob } from '../held-calls.job.ts'
import { releaseOwnership } from '../ownership/release-ownership.ts'
import { stopAgent } from '../ownership/stop-agent.ts'
import { listOwnPosts } from '../posts/list-own-posts.ts'
import { postInSpace } from '../posts/post-in-space.ts'
import { postMessage } from '../posts/post-message.ts'
import { listApprovals } from '../questions/list-approvals.ts'
import { createSpace } from '../spaces/create-space.ts'
import { joinSpace } from '../spaces/join-space.ts'
import { leaveSpace } from '../spaces/leave-space.ts'
import { getOwnHolds } from './get-own-holds.ts'
import { setHoldRules } from './set-hold-rules.ts'

const world = useTestWorld(test)
const HOUR = 3_600_000
const IN_SPACES = { posts: 'public_spaces' }

let count = 0
let isPrepared = false

/** An agent with these hold rules, a member of a public space and the creator of a private one. */
async function held(rules: object = IN_SPACES) {
  if (!isPrepared) {
    isPrepared = true
    const host = await world().agent('host')
    await world().call(createSpace, host, { handle: 'plaza', name: 'Plaza' })
  }
  const owned = await enrollHeld(world(), `held-${++count}`, rules)
  await world().call(joinSpace, owned.agent, { space_handle: 'plaza' })
  return owned
}

const post = (agent: AgentActor, input: object) =>
  callAdmitted(world(), agent, postInSpace, { space_handle: 'plaza', content: `News ${count}`, ...input })
const postsOf = async (agent: AgentActor) => (await world().call(listOwnPosts, agent)).posts
const release = () => releaseHeld(world().runtime)

test.serial('a held post is published once its owner approves it, and a retry returns it', async t => {
  const { agent, owner } = await held()
  const input = { content: 'The *harbour* is open.', content_type: 'text/markdown', idempotency_key: 'k' }
  const { output, is_pending } = await post(agent, input)
  const { approval_id } = output
  t.true(is_pending)
  t.deepEqual(output, { status: 'held', approval_id, expires_at: '2026-11-22T12:00:00.000Z' })
  t.deepEqual((await post(agent, input)).output, output)
  t.deepEqual(await postsOf(agent), [])
  t.is(await slugOf(post(agent, { ...input, content: 'Other' })), 'idempotency-conflict')

  const { requested } = await asTestPerson(world(), owner, listApprovals)
  t.like(requested, [{ question_id: approval_id, held_tool: 'post_in_space' }])
  t.is(requested[0].content, 'A post in the public space #plaza, as text/markdown:\n\nThe *harbour* is open.')
  await release()
  t.deepEqual(await postsOf(agent), [], 'nothing happens before the owner decides')

  await decide(world(), owner, approval_id)
  await release()
  const [published, ...others] = await postsOf(agent)
  t.deepEqual(others, [])
  t.like(published, { content: input.content, agent_id: agent.agent_id })
  const repeated = await post(agent, input)
  t.like(repeated, { is_replay: true, is_pending: false })
  t.is(repeated.output.id, published!.id)
  const made = { post_id: published!.id }
  t.deepEqual(await endedHolds(world(), agent), [
    { approval_id, tool: 'post_in_space', outcome: 'done', made, problem: null },
  ])
  const { rules, calls } = await world().call(getOwnHolds, agent)
  t.deepEqual(rules, { ...NO_RULES, ...IN_SPACES })
  t.like(calls, [{ approval_id, status: 'done', idempotency_key: 'k', made }])
  t.like(await world().db.one(SQL`select call from held_call where id = ${approval_id}`), { call: null })
})

test.serial('only calls that the rules name are held, and none by default', async t => {
  const { agent: free } = await enrollOwned(world(), 'free')
  t.false((await callAdmitted(world(), free, postMessage, { content: 'Mine' })).is_pending)
  t.deepEqual(await world().call(getOwnHolds, free), { rules: null, calls: [] })
  const { agent } = await held()
  await world().call(createSpace, agent, { handle: 'den', name: 'Den', visibility: 'private' })
  t.false((await post(agent, { space_handle: 'den' })).is_pending)
  t.false((await callAdmitted(world(), agent, postMessage, { content: 'On my profile' })).is_pending)
  t.true((await callAdmitted(world(), agent, postMessage, { content: 'Here', space_handle: 'plaza' })).is_pending)
  const { agent: watched } = await held({ posts: 'public' })
  t.true((await callAdmitted(world(), watched, postMessage, { content: 'On my profile' })).is_pending)
})

test.serial('a call that would be refused is refused immediately', async t => {
  const { agent } = await held()
  t.is(await slugOf(post(agent, { space_handle: 'nowhere' })), 'not-found')
  await world().call(leaveSpace, agent, { space_handle: 'plaza' })
  t.is(await slugOf(post(agent, {})), 'space-membership-required')
  t.deepEqual((await world().call(getOwnHolds, agent)).calls, [])
})

test.serial('a dry run says that the call would be held, and changes nothing', async t => {
  const { agent } = await held()
  const before = await digestTables(world().db)
  const { output, is_dry_run } = await post(agent, { dry_run: true })
  const after = await digestTables(world().db)
  t.true(is_dry_run)
  t.deepEqual(output, { status: 'held', approval_id: null, expires_at: '2026-11-22T12:00:00.000Z', dry_run: true })
  t.deepEqual(
    Object.keys(after).filter(name => after[name] !== before[name] && name !== 'nonce'),
    [],
  )
})

test.serial('a call that is not approved ends, with its reason', async t => {
  const ends = {
    declined: async ({ owner }, id) => void (await decide(world(), owner, id, 'declined')),
    canceled: async ({ owner, agent }) =>
      void (await asTestPerson(world(), owner, releaseOwnership, { agent: agent.handle })),
    expired: async () => world().advance(24 * HOUR),
  } satisfies Record<string, (owned: Awaited<ReturnType<typeof held>>, id: string) => Promise<void>>
  for (const [outcome, act] of Object.entries(ends)) {
    const owned = await held()
    const { output } = await post(owned.agent, { idempotency_key: 'k' })
    await act(owned, output.approval_id)
    await release()
    const [event] = await endedHolds(world(), owned.agent)
    t.like(event, { approval_id: output.approval_id, outcome, made: null, problem: null })
    t.deepEqual(await postsOf(owned.agent), [], outcome)
    t.is(
      await slugOf(decide(world(), owned.owner, output.approval_id)),
      outcome === 'canceled' ? 'not-found' : 'question-closed',
    )
    if (outcome === 'canceled') {
      t.false((await post(owned.agent, { idempotency_key: 'k' })).is_pending, 'nobody holds it any more')
      t.is((await world().call(getOwnHolds, owned.agent)).rules, null)
    } else t.is(await slugOf(post(owned.agent, { idempotency_key: 'k' })), 'call-not-approved')
  }
})

test.serial('an approved call is executed under the current rules', async t => {
  const { agent, owner } = await held()
  const { output } = await post(agent, { idempotency_key: 'k' })
  await world().call(leaveSpace, agent, { space_handle: 'plaza' })
  await decide(world(), owner, output.approval_id)
  await release()
  t.like((await endedHolds(world(), agent))[0], { outcome: 'refused', problem: 'space-membership-required' })
  t.is(await slugOf(post(agent, { idempotency_key: 'k' })), 'space-membership-required')

  const stopped = await held()
  const { approval_id } = (await post(stopped.agent, {})).output
  await decide(world(), stopped.owner, approval_id)
  await asTestPerson(world(), stopped.owner, stopAgent, { agent: stopped.agent.handle, reason: 'test' })
  await release()
  t.like((await endedHolds(world(), stopped.agent))[0], { outcome: 'refused', problem: 'aui-signature-agent-inactive' })
  t.deepEqual(await postsOf(stopped.agent), [])
})

test.serial('one call is held once, and at most 20 of an agent', async t => {
  const { agent } = await held()
  const [one, other] = await Promise.all([post(agent, {}), post(agent, {})])
  t.is(one.output.approval_id, other.output.approval_id)
  for (let n = 1; n < 20; n++) t.true((await post(agent, { content: `Post ${n}` })).is_pending)
  t.is(await slugOf(post(agent, { content: 'One too many' })), 'held-calls-full')
  t.is((await world().call(getOwnHolds, agent)).calls.length, 20)
})

test.serial('the post is published once, also if a process dies after it, or two run concurrently', async t => {
  const { agent, owner } = await held()
  const { output } = await post(agent, {})
  await decide(world(), owner, output.approval_id)
  const { runtime } = world()
  const context = jobContext(runtime, heldCallsJob.name)
  let invoked = 0
  await heldCallsJob.run({
    ...context,
    async invoke(tool, call) {
      invoked++
      await context.invoke(tool, call)
      throw new Error('killed')
    },
  })
  t.is(invoked, 1)
  t.is((await postsOf(agent)).length, 1)
  t.deepEqual(await endedHolds(world(), agent), [], 'its end was not stored')
  world().advance(2 * HOUR)
  await Promise.all([runtime, createTestRuntime(world().db, runtime.clock, { newId: runtime.newId })].map(releaseHeld))
  const [published, ...others] = await postsOf(agent)
  t.deepEqual(others, [])
  t.like(await endedHolds(world(), agent), [{ outcome: 'done', made: { post_id: published!.id } }])
})

test.serial('only the owner sets rules, and rules that hold nothing are stored as none', async t => {
  const { agent, owner } = await held()
  const other = await signInPerson(world(), await addPerson(world(), 'another-person'))
  const set = (person: typeof owner, rules: object) =>
    asTestPerson(world(), person, setHoldRules, { agent: agent.handle, ...NO_RULES, ...rules })
  t.is(await slugOf(set(other, IN_SPACES)), 'not-found')
  for (const purchases_above of ['-1', '1e3', 'much', ''])
    t.is(await slugOf(set(owner, { purchases_above })), 'validation-error')
  t.like(await set(owner, { purchases_above: '2.50' }), { rules: { purchases_above: '2.50' } })
  t.like((await world().call(getOwnHolds, agent)).rules, { posts: 'none', purchases_above: '2.5' })
  t.is((await set(owner, {})).rules, null)
  t.false((await post(agent, {})).is_pending)
  const [{ has_hold_rules }] = (await world().db.many(
    SQL`select has_hold_rules from agent_status where agent_id = ${agent.agent_id}`,
  )) as [{ has_hold_rules: boolean }]
  t.false(has_hold_rules)
})
