import { deepEqual, equal, notDeepEqual, ok } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { callOnce } from '../../clients/rest.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as shapes from '../../schemas/challenges.ts'
import { get } from '../../steps/agent-steps.ts'
import {
  answer,
  answerUpgrade,
  askUpgrade,
  challenged,
  failAutonomy,
  judged,
  nonceOf,
  passAutonomy,
  passUpgrade,
  pending,
  profileOf,
  tierOf,
  wrongFor,
} from '../../steps/challenge-steps.ts'
import { until } from '../../until.ts'

const day = 24 * 3600

export const operatorAgency = defineScenario('rising and falling tiers', async context => {
  await checkUpgrade(context)
  await checkCount(context)
  await checkOver(context)
  await checkLapse(context)
  await checkMissed(context)
  await checkTime(context)
})

/** The next steps that a failed response announces. */
function notified(reply: Reply, slug: Parameters<typeof requireProblem>[1]): { next: unknown } {
  const { next_challenge_at: next, hint } = requireProblem(reply, slug)
  ok(next !== undefined && typeof hint === 'string' && hint.length > 0)
  return { next }
}

async function checkUpgrade({ check, world }: ScenarioContext): Promise<void> {
  await check(
    "an upgrade has three attempts with new tasks, then a day's pause",
    ['CHAL-31', 'CHAL-41', 'CHAL-60', 'CHAL-61', 'CHAL-62', 'CHAL-63', 'CHAL-64', 'CHAL-65', 'CHAL-66'],
    async () => {
      const operator = needsOperator(world)
      const agent = await world.newAgent('upgrade')
      const path = '/challenges/agency-upgrade'
      const ask = async () => requireStatus(await world.call(agent, 'POST', path), 200).as(shapes.upgrade)
      let tasks: unknown
      for (const left of [2, 1, 0]) {
        const asked = await ask()
        deepEqual(await ask(), asked)
        equal(asked.attempt, 3 - left)
        notDeepEqual(asked.tasks, tasks)
        tasks = asked.tasks
        const reply = await world.call(agent, 'POST', `${path}/respond`, {
          challenge_id: asked.challenge_id,
          responses: wrongFor(asked.tasks),
        })
        const failed = requireStatus(reply, 200).as(shapes.judged)
        deepEqual([failed.result, failed.attempts_left, failed.status], ['failed', left, 'active'])
        const again = await answer(world, agent, asked.challenge_id, { responses: wrongFor(asked.tasks) })
        const { next } = notified(again, 'challenge-already-answered')
        if (left === 0) equal(next, failed.next_challenge_at)
      }
      const refused = await callOnce(world.http, agent, 'POST', path)
      const { next_challenge_at } = requireProblem(refused, 'challenge-failed-retry')
      ok(Number(refused.headers['retry-after']) > 0.9 * day && Date.parse(String(next_challenge_at)) > Date.now())
      requireProblem(await world.call(agent, 'POST', path, { target_tier: 5 }), 'validation-error')
      await operator.inDays(1.01, async () => {
        const { agency_signal, attempts_left } = await passUpgrade(world, agent)
        deepEqual([agency_signal.tier, agency_signal.label, attempts_left], [3, 'Capable', 3])
      })
    },
  )
}

async function checkCount({ check, world }: ScenarioContext): Promise<void> {
  await check('a pass resets the count of attempts', ['CHAL-63', 'CHAL-64'], async () => {
    needsOperator(world)
    const agent = await world.newAgent('anew')
    const fail = async () => {
      const { challenge_id, attempt, tasks } = await askUpgrade(world, agent)
      return [attempt, (await answerUpgrade(world, agent, challenge_id, wrongFor(tasks))).attempts_left]
    }
    deepEqual(
      [await fail(), await fail()],
      [
        [1, 2],
        [2, 1],
      ],
    )
    equal((await passUpgrade(world, agent)).result, 'passed')
    deepEqual(await fail(), [1, 2])
  })
  await check('an attempt counts once its time is over', ['CHAL-62'], async () => {
    const operator = needsOperator(world)
    const agent = await world.newAgent('idles')
    const { challenge_id, timeout_ms } = await askUpgrade(world, agent)
    await operator.inDays((timeout_ms / 1000 + 5) / day, async () => {
      const next = await askUpgrade(world, agent)
      deepEqual([next.attempt, next.challenge_id === challenge_id], [2, false])
    })
  })
}

async function checkOver({ check, world }: ScenarioContext): Promise<void> {
  await check('an expired challenge is no longer pending', ['CHAL-9', 'CHAL-72', 'CHAL-73'], async () => {
    const operator = needsOperator(world)
    const [agent, lively] = [await world.newAgent('over'), await world.newAgent('over')]
    const ids = [
      await operator.challenge(agent.agent_id, 'autonomy'),
      await operator.challenge(agent.agent_id, 'liveness_nonce'),
      await operator.challenge(lively.agent_id, 'liveness_nonce'),
    ]
    const waiting = async () => {
      const { meta, challenges } = await get(world, agent, '/heartbeat')
      const { pending_count } = (await get(world, agent, '/notifications/summary')).challenges as Data
      return [(challenges as unknown[]).length, (meta as Data).pending_challenges, pending_count]
    }
    deepEqual(await waiting(), [2, 2, 2])
    await operator.inDays(1.01, async () => {
      deepEqual(await waiting(), [0, 0, 0])
      for (const one of [lively, agent]) {
        const { challenges } = await pending(world, one)
        ok(!challenges.some(({ id }) => ids.includes(id)))
      }
    })
  })
}

async function checkLapse({ check, world }: ScenarioContext): Promise<void> {
  for (const [isCapable, tier] of [
    [false, 2],
    [true, 3],
  ] as const) {
    await check(`failing autonomy after a pass takes tier 4, to ${tier}`, ['CHAL-42', 'CHAL-45', 'CHAL-47'], async () => {
      needsOperator(world)
      const agent = await world.newAgent('lapse')
      if (isCapable) equal((await passUpgrade(world, agent)).agency_signal.tier, 3)
      equal((await passAutonomy(world, agent)).agency_signal.tier, 4)
      const failed = await failAutonomy(world, agent)
      deepEqual([failed.result, failed.status, failed.agency_signal.tier], ['failed', 'active', tier])
      equal(await tierOf(world, agent), tier)
    })
  }
  await check(
    'a late answer is not judged, and counts as a lapse after an earlier pass',
    ['CHAL-25', 'CHAL-31', 'CHAL-42', 'CHAL-45'],
    async () => {
      const operator = needsOperator(world)
      const agent = await world.newAgent('late')
      equal((await passAutonomy(world, agent)).agency_signal.tier, 4)
      const { id, timeout_ms, answer_by } = await challenged(world, agent, 'autonomy')
      const responses = await operator.answers(id)
      await operator.clock(timeout_ms / 1000 + 5)
      try {
        const { next } = notified(await answer(world, agent, id, { responses }), 'challenge-expired')
        ok(next === null || Date.parse(String(next)) > Date.parse(answer_by))
        equal(
          await until(
            () => tierOf(world, agent),
            tier => tier !== 4,
          ),
          2,
        )
        deepEqual((await pending(world, agent)).challenges, [])
      } finally {
        await operator.clock(0)
      }
    },
  )
}

async function checkMissed({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a missed nonce restricts an agent; unfetched tasks have no effect',
    ['CHAL-7', 'CHAL-45', 'CHAL-50', 'CHAL-53'],
    async () => {
      const operator = needsOperator(world)
      const [agent, other] = [await world.newAgent('missed'), await world.newAgent('unread')]
      await operator.challenge(agent.agent_id, 'liveness_nonce')
      await operator.challenge(other.agent_id, 'autonomy')
      await operator.inDays(1.05, async () => {
        const statusOf = async (one: Identity) => (await profileOf(world, one)).status
        equal(
          await until(
            () => statusOf(agent),
            status => status !== 'active',
          ),
          'restricted',
        )
        equal(
          await until(
            async () => (await pending(world, other)).challenges.length,
            count => count === 0,
          ),
          0,
        )
        deepEqual([await statusOf(other), await tierOf(world, other)], ['active', 1])
        const [again] = (await pending(world, agent)).challenges
        ok(again?.kind === 'liveness_nonce')
        equal((await judged(world, agent, again.id, { nonce: again.nonce })).status, 'active')
      })
    },
  )
}

async function checkTime({ check, world }: ScenarioContext): Promise<void> {
  await check('tier 2 falls after 90 days, tier 3 after 180 without any pass', ['CHAL-40', 'CHAL-41', 'CHAL-46'], async () => {
    const operator = needsOperator(world)
    const [lively, capable] = [await world.newAgent('ninety'), await world.newAgent('half')]
    const { id, nonce } = await nonceOf(world, lively)
    await judged(world, lively, id, { nonce })
    await passUpgrade(world, capable)
    const tiers = async () => [await tierOf(world, lively), await tierOf(world, capable)]
    await operator.inDays(89.9, async () => deepEqual(await tiers(), [2, 3]))
    await operator.inDays(90.1, async () => {
      deepEqual(await until(tiers, ([tier]) => tier === 1), [1, 3])
    })
    await operator.inDays(180.1, async () => {
      deepEqual(await until(tiers, ([, tier]) => tier !== 3), [1, 1])
    })
  })
}
