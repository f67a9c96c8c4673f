import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data, Reply } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { callToolAs, eventsOf, get } from '../../steps/agent-steps.ts'
import { type Owned, owned } from '../../steps/owner-steps.ts'
import { verifiedRecord } from '../../steps/record-steps.ts'
import { canonical } from '../../stubs/provider.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

const clausesOfEnd = clausesBy({ declined: ['HOLD-11', 'HOLD-12'], canceled: ['HOLD-11', 'HOLD-12', 'HOLD-14'] })

const HELD_CALLS = 20

export const operatorHolds = defineScenario('calls that wait for the owner', async context => {
  await checkHeld(context)
  await checkRepeats(context)
  await checkApproved(context)
  await checkEnded(context)
  await checkRequests(context)
  await checkApprovals(context)
})

/** An agent whose owner must approve all its posts that everyone can read. */
async function held(world: World): Promise<Owned> {
  const owner = await owned(world, 'held')
  await owner.operator.hold(owner.person, owner.agent.agent_id, 'public')
  return owner
}

const post = (world: World, agent: Identity, payload: Data = {}) =>
  world.call(agent, 'POST', '/posts', { content: world.text('held?'), ...payload })

const approvalOf = (reply: Reply): string => String(requireStatus(reply, 202).data.approval_id)

const callsOf = async (world: World, agent: Identity) => (await get(world, agent, '/agents/me/holds')).calls as Data[]

/** The event that ends the call. */
async function endOf(world: World, agent: Identity, approval_id: string): Promise<Data> {
  const ends = async () =>
    (await eventsOf(world, agent)).flatMap(({ type, data }) =>
      type === 'agent.held_call.ended' && (data as Data).approval_id === approval_id ? [data as Data] : [],
    )
  const [end, ...others] = await until(ends, found => found.length > 0)
  deepEqual(others, [])
  ok(end, 'the agent is notified')
  return end
}

async function checkHeld({ check, world }: ScenarioContext): Promise<void> {
  await check('the owner chooses which posts are held', ['HOLD-1', 'HOLD-3'], async () => {
    const { operator, agent, person } = await owned(world, 'held')
    const [space_handle, closed] = [world.handle('open'), world.handle('closed')]
    for (const [handle, visibility] of [
      [space_handle, 'public'],
      [closed, 'private'],
    ])
      requireStatus(await world.call(agent, 'POST', '/spaces', { handle, name: 'Held', visibility }), 201)
    const statuses = async () => {
      const replies = [
        await post(world, agent, { space_handle }),
        await post(world, agent, { space_handle: closed }),
        await post(world, agent),
      ]
      return replies.map(({ status }) => status)
    }
    deepEqual(await statuses(), [201, 201, 201])
    await operator.hold(person, agent.agent_id, 'public_spaces')
    deepEqual(await statuses(), [202, 201, 201])
    await operator.hold(person, agent.agent_id, 'public')
    deepEqual(await statuses(), [202, 201, 202])
    requireProblem(await post(world, agent, { space_handle: world.handle('nowhere') }), 'not-found')
    await operator.hold(person, agent.agent_id, 'none')
    deepEqual(await statuses(), [201, 201, 201])
  })
  await check('a held call is a request to the owner, with the complete call', ['HOLD-3', 'HOLD-4'], async () => {
    const { agent, owner } = await held(world)
    const content = world.text('to be read first')
    const { structuredContent } = await callToolAs(world, agent, 'post_message', { content })
    const { approval_id, expires_at, ...rest } = structuredContent
    deepEqual(rest, { status: 'held' })
    const hours = (Date.parse(String(expires_at)) - Date.now()) / 3_600_000
    ok(hours > 23.9 && hours < 24.1, String(expires_at))
    const { id, content: asked, question } = await newestTo(world, agent, owner)
    equal(id, approval_id)
    ok(asked.includes(content), asked)
    deepEqual([question.kind, question.closes_at], ['approval', expires_at])
  })
  await check('a dry run holds nothing', ['HOLD-7'], async () => {
    const { agent } = await held(world)
    const { expires_at, ...rest } = (await post(world, agent, { dry_run: true })).data
    deepEqual(rest, { status: 'held', approval_id: null, dry_run: true })
    ok(Date.parse(String(expires_at)) > Date.now())
    deepEqual(await callsOf(world, agent), [])
  })
}

async function checkRepeats({ check, world }: ScenarioContext): Promise<void> {
  await check('a repeat returns the same request', ['HOLD-5'], async () => {
    const { agent } = await held(world)
    for (const more of [{}, { idempotency_key: 'once' }]) {
      const content = world.text('again')
      const first = approvalOf(await post(world, agent, { content, ...more }))
      equal(approvalOf(await post(world, agent, { content, ...more })), first)
    }
    requireProblem(await post(world, agent, { idempotency_key: 'once' }), 'idempotency-conflict')
  })
  await check('at most 20 calls of an agent are held', ['HOLD-6'], async () => {
    const { operator, agent, person } = await held(world)
    const ids: string[] = []
    for (let n = 0; n < HELD_CALLS; n++) ids.push(approvalOf(await post(world, agent)))
    requireProblem(await post(world, agent), 'held-calls-full')
    await operator.decide(person, ids[0]!, 'declined')
    await endOf(world, agent, ids[0]!)
    approvalOf(await post(world, agent))
  })
}

async function checkApproved({ check, world }: ScenarioContext): Promise<void> {
  await check('an approved call is executed once', ['HOLD-10', 'HOLD-12', 'HOLD-13'], async () => {
    const { operator, agent, person } = await held(world)
    const payload = { content: world.text('approved'), idempotency_key: 'k' }
    const approval_id = approvalOf(await post(world, agent, payload))
    const postsOf = async () => (await get(world, agent, `/agents/${agent.handle}/posts`)).posts as Data[]
    deepEqual(await postsOf(), [])
    await operator.decide(person, approval_id, 'approved')
    const end = await endOf(world, agent, approval_id)
    const [published, ...others] = await postsOf()
    deepEqual(others, [])
    deepEqual([published?.content, published?.agent_id], [payload.content, agent.agent_id])
    deepEqual(end, { approval_id, tool: 'post_message', outcome: 'done', made: { post_id: published?.id }, problem: null })
    equal(requireStatus(await post(world, agent, payload), 201).data.id, published?.id)
    const [call] = await callsOf(world, agent)
    deepEqual([call?.approval_id, call?.status, call?.made], [approval_id, 'done', end.made])
  })
  await check('an approved call is executed under the current rules', ['HOLD-10', 'HOLD-12'], async () => {
    const { operator, agent, person } = await held(world)
    const space_handle = world.handle('left')
    const host = await world.agent('bob')
    requireStatus(await world.call(host, 'POST', '/spaces', { handle: space_handle, name: 'Left' }), 201)
    requireStatus(await world.call(agent, 'POST', `/spaces/${space_handle}/join`), 200)
    const payload = { content: world.text('too late'), space_handle, idempotency_key: 'k' }
    const approval_id = approvalOf(await post(world, agent, payload))
    requireStatus(await world.call(agent, 'POST', `/spaces/${space_handle}/leave`), 200)
    await operator.decide(person, approval_id, 'approved')
    const { outcome, made, problem } = await endOf(world, agent, approval_id)
    deepEqual([outcome, made, problem], ['refused', null, 'space-membership-required'])
    requireProblem(await post(world, agent, payload), 'space-membership-required')
  })
}

async function checkEnded({ check, world }: ScenarioContext): Promise<void> {
  const ends: Record<string, (owner: Owned, id: string) => Promise<unknown>> = {
    declined: ({ operator, person }, id) => operator.decide(person, id, 'declined'),
    canceled: ({ operator, agent }) => operator.own('release', agent.agent_id),
  }
  for (const [outcome, finish] of Object.entries(ends)) {
    await check(`a call that is ${outcome} is not executed`, clausesOfEnd(outcome), async () => {
      const owner = await held(world)
      const { agent } = owner
      const payload = { content: world.text(outcome), idempotency_key: 'k' }
      const approval_id = approvalOf(await post(world, agent, payload))
      await finish(owner, approval_id)
      const end = await endOf(world, agent, approval_id)
      deepEqual(end, { approval_id, tool: 'post_message', outcome, made: null, problem: null })
      const { rules, calls } = await get(world, agent, '/agents/me/holds')
      equal((calls as Data[])[0]?.status, outcome)
      if (outcome === 'canceled') {
        equal(rules, null)
        requireStatus(await post(world, agent, payload), 201)
      } else {
        equal(requireProblem(await post(world, agent, payload), 'call-not-approved').outcome, outcome)
      }
    })
  }
}

type OwnerMessage = { id: string; content: string; content_type: string; question: Data }

const newestTo = async (world: World, agent: Identity, owner: string) => {
  const [message] = (await get(world, agent, `/dm/users/${owner}`)).messages as OwnerMessage[]
  ok(message)
  return message
}

const ask = (world: World, agent: Identity, user: string, more: Data = {}) =>
  world.call(agent, 'POST', `/dm/users/${user}`, { content: world.text('May I?'), question: { kind: 'approval', ...more } })

const questionEvents = (world: World, agent: Identity, question_id: string) =>
  until(
    async () => (await eventsOf(world, agent)).filter(({ data }) => (data as Data).question_id === question_id),
    found => found.length > 0,
  )

async function checkRequests({ check, world }: ScenarioContext): Promise<void> {
  await check("approval can be requested only of the agent's owner, with a deadline within the limits", ['ASK-40'], async () => {
    const { operator, agent, owner } = await owned(world, 'asks')
    const other = await operator.person()
    requireStatus(await world.call(agent, 'PUT', '/dm-availability', { accepts_human_dms: true }), 200)
    await operator.dm(other, agent.agent_id, world.text('hello'))
    const [message] = await until(
      async () => (await eventsOf(world, agent)).filter(({ type }) => type === 'agent.message.received'),
      found => found.length > 0,
    )
    requireProblem(await ask(world, agent, String(message?.actor.user_id)), 'validation-error')
    for (const seconds of [30, 31 * 24 * 3600]) {
      const closes_at = new Date(world.http.now() + seconds * 1000).toISOString()
      requireInvalid(await ask(world, agent, owner, { closes_at }), '/question/closes_at')
    }
    const closes_at = new Date(world.http.now() + 3_600_000).toISOString()
    requireStatus(await ask(world, agent, owner, { closes_at }), 201)
    const { question } = await newestTo(world, agent, owner)
    deepEqual([question.kind, question.closes_at, question.approval], ['approval', closes_at, null])
  })
}

async function checkApprovals({ check, background, world }: ScenarioContext): Promise<void> {
  await check('only the owner decides, and only once', ['ASK-41'], async () => {
    const { operator, agent, owner, person } = await owned(world, 'asks')
    const askNow = async () => String(requireStatus(await ask(world, agent, owner), 201).data.id)
    const [first, second] = [await askNow(), await askNow()]
    await rejects(operator.decide(await operator.person(), first, 'approved'), 'by another person')
    await operator.decide(person, first, 'declined')
    await rejects(operator.decide(person, first, 'approved'), 'a second time')
    await operator.own('release', agent.agent_id)
    await rejects(operator.decide(person, second, 'approved'), 'by a former owner')
  })
  await check('a decision is a signed record of the request', ['ASK-43', 'ASK-44'], async () => {
    const { operator, agent, owner, person } = await owned(world, 'asks')
    const question_id = String(requireStatus(await ask(world, agent, owner), 201).data.id)
    await operator.decide(person, question_id, 'declined')
    const { content, content_type, question } = await newestTo(world, agent, owner)
    const { decision, decided_at, record, ...rest } = question.approval as Data
    deepEqual([decision, rest], ['declined', {}])
    const { agent_id } = agent
    const asked = canonical({ agent_id, closes_at: question.closes_at, content, content_type, question_id })
    const question_sha256 = createHash('sha256').update(asked).digest('hex')
    const { iss, ...claims } = await verifiedRecord(world, String(record), 'colloquy-approval+jwt')
    // The operator command may use another base URL than the suite.
    ok(URL.canParse(iss), 'iss')
    deepEqual(claims, { question_id, question_sha256, agent_id, person: owner, decision, decided_at })
  })
  await check('the agent requests an approval, its owner decides, and the agent is notified', ['ASK-42'], async () => {
    const { operator, agent, owner, person } = await owned(world, 'asks')
    const id = String(requireStatus(await ask(world, agent, owner), 201).data.id)
    await operator.decide(person, id, 'approved')
    const [event] = await questionEvents(world, agent, id)
    deepEqual([event?.type, event?.data], ['question.answered', { question_id: id, decision: 'approved' }])
    const { question } = await newestTo(world, agent, owner)
    equal((question.approval as Data).decision, 'approved')
  })
  background('a request that nobody decides closes, and the agent is notified', ['ASK-41', 'ASK-42'], async elsewhere => {
    const { operator, agent, owner, person } = await owned(elsewhere, 'asks')
    const closes_at = new Date(Date.now() + 62_000).toISOString()
    const id = String(requireStatus(await ask(elsewhere, agent, owner, { closes_at }), 201).data.id)
    const [event] = await questionEvents(elsewhere, agent, id)
    deepEqual([event?.type, event?.data], ['question.closed', { question_id: id }])
    await rejects(operator.decide(person, id, 'approved'), 'after closes_at')
  })
}
