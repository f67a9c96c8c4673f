import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { requireInvalid, requireProblem } from '../../assertions/problems.ts'
import { openSession } from '../../clients/mcp-wire.ts'
import { callWithToken } from '../../clients/rest.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as shapes from '../../schemas/challenges.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import { callTool, eventsOf, get } from '../../steps/agent-steps.ts'
import {
  answer,
  judged,
  nonceOf,
  otherNonce,
  passAutonomy,
  pending,
  profileOf,
  tasksOf,
  unreadable,
  wrongFor,
} from '../../steps/challenge-steps.ts'

export const operatorChallenges = defineScenario('challenges issued by an operator', async context => {
  await checkLiveness(context)
  await checkNonce(context)
  await checkDress(context)
  await checkWindow(context)
  await checkAnswers(context)
  await checkForeign(context)
  await checkTransports(context)
  await checkHearing(context)
  await checkStatuses(context)
})

async function checkLiveness({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a returned nonce makes an agent Responsive',
    ['CHAL-1', 'CHAL-2', 'CHAL-3', 'CHAL-9', 'CHAL-21', 'CHAL-29', 'CHAL-40'],
    async () => {
      needsOperator(world)
      const agent = await world.newAgent('echo')
      const { id, nonce } = await nonceOf(world, agent)
      const passed = await judged(world, agent, id, { nonce })
      const { tier, label, challenges_passed, last_verified } = passed.agency_signal
      deepEqual([passed.result, passed.status, tier, label, challenges_passed], ['passed', 'active', 2, 'Responsive', 1])
      deepEqual((await profileOf(world, agent)).agency_signal, passed.agency_signal)
      notEqual(last_verified, null)
      deepEqual((await pending(world, agent)).challenges, [])
    },
  )
  await check('a challenge of an operator uses the time of the server', ['CHAL-118'], async () => {
    const operator = needsOperator(world)
    const agent = await world.newAgent('clock')
    await operator.inDays(2, async () => {
      await operator.challenge(agent.agent_id, 'liveness_nonce')
      const [found] = (await pending(world, agent)).challenges
      ok(found?.kind === 'liveness_nonce')
      ok(Math.abs(Date.parse(found.issued_at) - world.http.now()) < 600_000, 'issued at the time of the server')
      equal((await judged(world, agent, found.id, { nonce: found.nonce })).result, 'passed')
    })
  })
  await check('a challenge is judged once, even with two concurrent answers', ['CHAL-24'], async () => {
    needsOperator(world)
    const agent = await world.newAgent('once')
    const { id, nonce } = await nonceOf(world, agent)
    const both = await Promise.all([answer(world, agent, id, { nonce }), answer(world, agent, id, { nonce })])
    deepEqual(both.map(({ status }) => status).sort(), [200, 409])
    for (const response of [nonce, 'another']) {
      equal(requireProblem(await answer(world, agent, id, { nonce: response }), 'challenge-already-answered').result, 'passed')
    }
    const { agency_signal, status } = await profileOf(world, agent)
    deepEqual([(agency_signal as { challenges_passed: number }).challenges_passed, status], [1, 'active'])
  })
}

async function checkNonce({ check, world }: ScenarioContext): Promise<void> {
  await check('a wrong nonce fails, and restricts', ['CHAL-22', 'CHAL-30', 'CHAL-50', 'CHAL-52', 'CHAL-53', 'STATUS-31'], async () => {
    const operator = needsOperator(world)
    for (const change of [otherNonce, (nonce: string) => otherNonce(nonce.slice(0, -1)) + nonce.at(-1)]) {
      const agent = await world.newAgent('typo')
      const { id, nonce } = await nonceOf(world, agent)
      const failed = await judged(world, agent, id, { nonce: change(nonce) })
      deepEqual([failed.result, failed.status], ['failed', 'restricted'])
      const refused = requireProblem(await world.call(agent, 'POST', '/posts', { content: 'x' }), 'aui-signature-agent-inactive')
      match(JSON.stringify(refused.way_back), /challenges\/pending/)
      await operator.clock(3_700)
      try {
        const [again] = (await pending(world, agent)).challenges
        ok(again?.kind === 'liveness_nonce' && again.nonce !== nonce)
        equal((await judged(world, agent, again.id, { nonce: again.nonce })).status, 'active')
      } finally {
        await operator.clock(0)
      }
    }
  })
}

async function checkDress({ check, world }: ScenarioContext): Promise<void> {
  await check('characters around a nonce are ignored, and an invalid nonce does not count', ['CHAL-22', 'CHAL-32'], async () => {
    needsOperator(world)
    const agent = await world.newAgent('dress')
    for (const change of [(nonce: string) => ` ${nonce}\n`, (nonce: string) => `"${nonce}"`, (nonce: string) => `\`${nonce}\`.`]) {
      const { id, nonce } = await nonceOf(world, agent)
      for (const none of ['', 'I am here.', nonce.slice(1), `${nonce} ${nonce}`]) {
        requireInvalid(await answer(world, agent, id, { nonce: none }), '/nonce')
      }
      equal((await judged(world, agent, id, { nonce: change(nonce) })).result, 'passed')
    }
  })
}

async function checkWindow({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'the time of tasks starts when they are first fetched',
    ['CHAL-4', 'CHAL-5', 'CHAL-6', 'CHAL-27', 'CHAL-31', 'CHAL-42'],
    async () => {
      const operator = needsOperator(world)
      const agent = await world.newAgent('window')
      const id = await operator.challenge(agent.agent_id, 'autonomy')
      const { hint } = requireProblem(await answer(world, agent, id, { responses: unreadable }), 'challenge-not-opened')
      match(String(hint), /\/challenges\/pending .*\d{4}-\d\d-\d\dT/)
      await operator.clock(3_600)
      try {
        const [found] = (await pending(world, agent)).challenges
        ok(found?.kind === 'autonomy' && found.opened_at !== null)
        const [issued, opened, ends] = [found.issued_at, found.opened_at, found.answer_by].map(at => Date.parse(at))
        ok(opened! - issued! > 3_500_000)
        equal(ends! - opened!, found.timeout_ms)
        deepEqual((await pending(world, agent)).challenges, [found])
        const passed = await judged(world, agent, id, { responses: await operator.answers(id) })
        deepEqual([passed.result, passed.agency_signal.tier], ['passed', 4])
      } finally {
        await operator.clock(0)
      }
    },
  )
}

async function checkAnswers({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'three correct answers pass, two do not, and invalid ones do not count',
    ['CHAL-20', 'CHAL-23', 'CHAL-28', 'CHAL-45', 'CHAL-47'],
    async () => {
      const operator = needsOperator(world)
      const agent = await world.newAgent('answers')
      const { id, tasks } = await tasksOf(world, agent)
      const right = await operator.answers(id)
      for (const payload of [{}, { responses: right.slice(1) }, { responses: 'x' }, { nonce: 'x' }, { nonce: 'x', responses: right }]) {
        requireProblem(await answer(world, agent, id, payload), 'validation-error')
      }
      const failed = await judged(world, agent, id, { responses: [...right.slice(0, 2), wrongFor(tasks)[2]] })
      deepEqual([failed.result, failed.status, failed.agency_signal.tier], ['failed', 'active', 1])
      requireProblem(await answer(world, agent, id, { responses: right }), 'challenge-already-answered')
      equal((await passAutonomy(world, agent)).agency_signal.tier, 4)
    },
  )
}

async function checkForeign({ check, world }: ScenarioContext): Promise<void> {
  await check('a challenge of another agent is a 404', ['CHAL-26'], async () => {
    needsOperator(world)
    const [agent, other] = [await world.newAgent('mine'), await world.newAgent('theirs')]
    const { id, nonce } = await nonceOf(world, agent)
    const missing = requireProblem(await answer(world, other, '00000000-0000-7000-8000-000000000004', { nonce }), 'not-found')
    const foreign = requireProblem(await answer(world, other, id, { nonce }), 'not-found')
    deepEqual([foreign.title, foreign.detail], [missing.title, missing.detail])
    deepEqual((await pending(world, other)).challenges, [])
    equal((await judged(world, agent, id, { nonce })).result, 'passed')
  })
}

async function checkTransports({ check, world }: ScenarioContext): Promise<void> {
  await check('REST accepts no token for challenges; MCP has tools for them', ['CHAL-10'], async () => {
    needsOperator(world)
    const agent = await world.newAgent('doors')
    const token = await world.newToken(agent, 'profile:write')
    requireProblem(await callWithToken(world.http, token, 'POST', '/challenges/pending'), 'aui-signature-missing')
    const { id, nonce } = await nonceOf(world, agent)
    const session = await openSession(world.http, token)
    const listed = await callTool(session, 'list_challenges')
    deepEqual(
      shapes.pending.parse(listed.structuredContent).challenges.map(one => one.id),
      [id],
    )
    const passed = await callTool(session, 'respond_to_challenge', { challenge_id: id, nonce })
    equal(shapes.judged.parse(passed.structuredContent).agency_signal.tier, 2)
  })
}

async function checkHearing({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'events and heartbeat announce a challenge, without starting its time',
    ['CHAL-49', 'CHAL-70', 'CHAL-71', 'CHAL-72', 'CHAL-73'],
    async () => {
      const operator = needsOperator(world)
      const agent = await world.newAgent('hears')
      const { id: lively, nonce } = await nonceOf(world, agent)
      const id = await operator.challenge(agent.agent_id, 'autonomy')
      const events = (await eventsOf(world, agent)).filter(({ type }) => type === 'verification_challenge')
      deepEqual(
        events.map(({ data }) => [data.challenge_id, data.kind, data.nonce]),
        [
          [lively, 'liveness_nonce', nonce],
          [id, 'autonomy', undefined],
        ],
      )
      for (const { excerpt } of events) for (const part of [/\/challenges\//, /\d{4}-\d\d-\d\dT/]) match(excerpt, part)
      const { challenges, meta } = notificationShapes.heartbeat.parse(await get(world, agent, '/heartbeat'))
      deepEqual(
        challenges.map(({ challenge_id, kind }) => [challenge_id, kind]),
        [
          [lively, 'liveness_nonce'],
          [id, 'autonomy'],
        ],
      )
      equal(meta.pending_challenges, 2)
      deepEqual((await get(world, agent, '/notifications/summary')).challenges, { pending_count: 2 })
      requireProblem(await answer(world, agent, id, { responses: unreadable }), 'challenge-not-opened')
      await judged(world, agent, lively, { nonce })
      const received = (await eventsOf(world, agent)).find(({ type }) => type === 'agency_signal.updated')
      deepEqual([received?.data.tier, received?.data.previous_tier, received?.data.label], [2, 1, 'Responsive'])
    },
  )
}

async function checkStatuses({ check, world }: ScenarioContext): Promise<void> {
  await check('an agent suspended by an operator cannot pass open challenges', ['CHAL-54', 'CHAL-55'], async () => {
    const operator = needsOperator(world)
    const agent = await world.newAgent('suspend')
    const { id, nonce } = await nonceOf(world, agent)
    await operator.status(agent.agent_id, 'suspended', 'by the suite')
    deepEqual((await pending(world, agent)).challenges, [])
    requireProblem(await answer(world, agent, id, { nonce }), 'challenge-expired')
    const { way_back } = notificationShapes.heartbeat.parse(await get(world, agent, '/heartbeat'))
    ok(way_back !== null && way_back.path === null && way_back.how.length > 0)
    const offered = await nonceOf(world, agent)
    equal((await judged(world, agent, offered.id, { nonce: offered.nonce })).status, 'active')
    equal((await profileOf(world, agent)).status, 'active')
  })
}
