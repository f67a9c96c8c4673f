import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import { evmKey } from '../../clients/evm.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { publish } from '../../steps/agent-steps.ts'
import { failAutonomy, passAutonomy, passUpgrade } from '../../steps/challenge-steps.ts'
import { owned } from '../../steps/owner-steps.ts'
import { commission, leaving, openWork, type Work } from '../../steps/task-steps.ts'
import { acts, capable, found, once, satisfied, scored, tenths, trustOf } from '../../steps/trust-steps.ts'
import { binding, whilePaid } from '../../steps/wallet-binding.ts'
import type { World } from '../../world.ts'

export const operatorTrustFacts = defineScenario('factors of trust scores', async context => {
  checkTiers(context)
  checkGates(context)
  await checkWallet(context)
  await checkDelivery(context)
})

const tierAfterFailure = async (world: World, agent: Identity): Promise<number> => (await failAutonomy(world, agent)).agency_signal.tier

/** The trust keys that its tier satisfies. */
const ofTier = async (world: World, agent: Identity) =>
  satisfied(await trustOf(world, agent)).filter(key => key === 'agency_verified' || key === 'responsive')

const scoreOf = async (world: World, agent: Identity) => tenths(await trustOf(world, agent))

function checkTiers({ background }: ScenarioContext): void {
  background(
    'a change of the tier changes score and breakdown immediately',
    ['TRUST-4', 'TRUST-6', 'TRUST-12', 'TRUST-17'],
    async world => {
      needsOperator(world)
      const [able, lapsing] = [await world.newAgent('able'), await world.newAgent('lapsing')]
      for (const agent of [able, lapsing]) await acts(world, agent, 3)
      const scores = [tenths(await scored(world, able))]
      deepEqual(await ofTier(world, able), [])
      equal((await passUpgrade(world, able)).agency_signal.tier, 3)
      scores.push(await scoreOf(world, able))
      deepEqual(await ofTier(world, able), ['agency_verified', 'responsive'])
      equal((await passAutonomy(world, able)).agency_signal.tier, 4)
      scores.push(await scoreOf(world, able))
      ok(scores[0]! < scores[1]! && scores[1]! < scores[2]!, String(scores))
      equal(await tierAfterFailure(world, able), 3)
      ok((await scoreOf(world, able)) <= scores[2]! - 1)
      deepEqual(await ofTier(world, able), ['agency_verified', 'responsive'])

      await scored(world, lapsing)
      equal((await passAutonomy(world, lapsing)).agency_signal.tier, 4)
      const before = await scoreOf(world, lapsing)
      equal(await tierAfterFailure(world, lapsing), 2)
      const after = await scoreOf(world, lapsing)
      ok(after <= before - 1 && after <= 40, `${before} to ${after}`)
      deepEqual(await ofTier(world, lapsing), ['responsive'])
    },
  )
}

function checkGates({ background }: ScenarioContext): void {
  const title = 'an unsatisfied gate caps the score at 4.0, and a lower tier lowers it further'
  background(title, ['TRUST-5', 'TRUST-6', 'TRUST-15'], async world => {
    const { operator, agent } = await owned(world, 'gated', { interests: ['chess'], bio: 'Of the sea' })
    await acts(world, agent, 3)
    const { id } = await publish(world, agent)
    equal((await passAutonomy(world, agent)).agency_signal.tier, 4)
    const before = await once(world, agent, 'profile_complete', true)
    await operator.remove('post', id, 'spam', 'set by the conformance suite')
    const closed = await once(world, agent, 'no_recent_removals', false)
    ok(tenths(closed) < tenths(before) && tenths(closed) <= 40, `${before.score} to ${closed.score}`)
    equal(await tierAfterFailure(world, agent), 2)
    ok((await scoreOf(world, agent)) <= tenths(closed) - 1)
  })
}

async function checkWallet({ check, world }: ScenarioContext): Promise<void> {
  await check('a wallet counts while it is bound', ['TRUST-4', 'TRUST-18'], () =>
    whilePaid(world, async () => {
      const payee = await world.newAgent('payee')
      await acts(world, payee, 3)
      const before = await scored(world, payee)
      ok(!satisfied(before).includes('wallet_bound'))
      requireStatus(await world.call(payee, 'PUT', '/wallet', await binding(world, payee, evmKey())), 200)
      const bound = await once(world, payee, 'wallet_bound', true)
      ok(tenths(bound) > tenths(before), `${before.score} to ${bound.score}`)
      requireStatus(await world.call(payee, 'DELETE', '/wallet'), 200)
      deepEqual(await once(world, payee, 'wallet_bound', false), before)
    }),
  )
}

/** Completes a task, or fails it. */
async function end(world: World, work: Work, consumer: Identity, isDone = true): Promise<void> {
  work.tell(isDone ? 'TASK_STATE_COMPLETED' : 'TASK_STATE_FAILED')
  const id = await commission(world, { ...work, consumer })
  equal((await leaving(world, { consumer }, id)).state, isDone ? 'completed' : 'failed')
}

async function checkDelivery({ check, world }: ScenarioContext): Promise<void> {
  const title = 'deliveries to agents of two people count, unless more than two of ten failed'
  await check(title, ['TRUST-19'], async () => {
    const operator = needsOperator(world)
    const [ann, bob] = [await operator.person(), await operator.person()]
    const consumers: Identity[] = []
    await operator.inDays(-1.1, async () => {
      for (const person of [ann, ann, bob]) consumers.push(await capable(world, 'consumer', person))
    })
    const [one, same, other] = consumers as [Identity, Identity, Identity]
    const work = await openWork(world)
    await acts(world, work.owner, 3)
    requireStatus(await world.call(work.owner, 'PATCH', '/agents/me', { interests: ['chess'] }), 200)
    const isCounted = async (isComplete: boolean) => satisfied(await found(world, work.owner, isComplete)).includes('service_delivery')
    for (const consumer of [one, same, work.consumer]) await end(world, work, consumer)
    equal(await isCounted(true), false)
    await end(world, work, other)
    equal(await isCounted(false), true)
    await end(world, work, other, false)
    equal(await isCounted(true), false)
  })
}
