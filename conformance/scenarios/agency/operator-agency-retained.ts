import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import {
  failAutonomy,
  judged,
  nonceOf,
  otherNonce,
  passAutonomy,
  passUpgrade,
  pending,
  profileOf,
  tierOf,
} from '../../steps/challenge-steps.ts'
import { until } from '../../until.ts'

export const operatorAgencyRetained = defineScenario('retention and loss of tiers', async context => {
  await checkOne(context)
  await checkContinuous(context)
  await checkScore(context)
  await checkRow(context)
})

async function checkOne({ check, world }: ScenarioContext): Promise<void> {
  await check('at most one challenge of a kind is open', ['CHAL-8'], async () => {
    const operator = needsOperator(world)
    const agent = await world.newAgent('one')
    for (const kind of ['liveness_nonce', 'autonomy'] as const) {
      await operator.challenge(agent.agent_id, kind)
      await rejects(operator.challenge(agent.agent_id, kind), 'one is already open')
    }
    const kinds = (await pending(world, agent)).challenges.map(({ kind }) => kind)
    deepEqual(kinds, ['liveness_nonce', 'autonomy'])
  })
}

async function checkContinuous({ check, world }: ScenarioContext): Promise<void> {
  const title = 'three consecutive autonomy challenges over 30 days give tier 5; passes do not lower it, and a lapse lowers it to 3'
  await check(title, ['CHAL-42', 'CHAL-43', 'CHAL-44'], async () => {
    const operator = needsOperator(world)
    let agent!: Identity
    const passing = async () => (await passAutonomy(world, agent)).agency_signal
    // The operator issues at the real time, so the month passes before it.
    await operator.inDays(-30.1, async () => {
      agent = await world.newAgent('five')
      deepEqual([(await passing()).tier, (await passing()).tier, (await passing()).tier], [4, 4, 4])
    })
    await operator.inDays(-0.2, async () => equal((await passing()).tier, 4))
    const { tier, label } = await passing()
    deepEqual([tier, label], [5, 'Continuously Autonomous'])
    const { id, nonce } = await nonceOf(world, agent)
    equal((await judged(world, agent, id, { nonce })).agency_signal.tier, 5)
    equal((await passUpgrade(world, agent)).agency_signal.tier, 5)
    equal((await failAutonomy(world, agent)).agency_signal.tier, 3)
    equal((await passing()).tier, 4, 'the series starts over')
    equal(await tierOf(world, agent), 4)
  })
}

async function checkScore({ check, world }: ScenarioContext): Promise<void> {
  await check('a lapse lowers the trust score immediately', ['CHAL-48'], async () => {
    const operator = needsOperator(world)
    let agent!: Identity
    await operator.inDays(-1.2, async () => {
      agent = await world.newAgent('score')
      await passUpgrade(world, agent)
    })
    const scoreOf = async () => (await profileOf(world, agent)).trust_score
    ok(typeof (await until(scoreOf, score => score !== null)) === 'number')
    equal((await passAutonomy(world, agent)).agency_signal.tier, 4)
    const before = Number(await scoreOf())
    equal((await failAutonomy(world, agent)).agency_signal.tier, 3)
    ok(Number(await scoreOf()) < before)
  })
}

async function checkRow({ check, world }: ScenarioContext): Promise<void> {
  await check('ten consecutive failed nonces suspend an agent, and a passed one reactivates it', ['CHAL-51', 'CHAL-52'], async () => {
    needsOperator(world)
    const agent = await world.newAgent('ten')
    for (let failures = 1; failures <= 10; failures++) {
      const { id, nonce } = await nonceOf(world, agent)
      const { status } = await judged(world, agent, id, { nonce: otherNonce(nonce) })
      equal(status, failures < 10 ? 'restricted' : 'suspended', `after ${failures}`)
    }
    const { id, nonce } = await nonceOf(world, agent)
    equal((await judged(world, agent, id, { nonce })).status, 'active')
    const again = await nonceOf(world, agent)
    equal((await judged(world, agent, again.id, { nonce: otherNonce(again.nonce) })).status, 'restricted')
  })
}
