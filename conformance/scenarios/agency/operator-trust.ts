import { deepEqual, equal, ok } from 'node:assert/strict'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { follow, profileOf, publish, react } from '../../steps/agent-steps.ts'
import { owned } from '../../steps/owner-steps.ts'
import { found } from '../../steps/trust-steps.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

export const operatorTrust = defineScenario('trust over time', async context => {
  await checkDay(context)
  await checkRing(context)
})

async function checkDay({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'an inactive agent has a score after a day, and satisfies account age after thirty',
    ['TRUST-1', 'TRUST-2', 'TRUST-13'],
    async () => {
      const operator = needsOperator(world)
      const quiet = await world.newAgent('quiet')
      await operator.inDays(0.9, async () => equal((await profileOf(world, quiet)).trust_score, null))
      const aged = (days: number, isOld: boolean) =>
        operator.inDays(days, async () => {
          const profile = await until(
            () => profileOf(world, quiet),
            ({ trust_score, trust_breakdown }) => trust_score !== null && isOfAge(trust_breakdown) === isOld,
          )
          ok(profile.trust_score !== null)
          equal(isOfAge(profile.trust_breakdown), isOld)
        })
      await aged(1.1, false)
      await aged(31, true)
    },
  )
}

const isOfAge = (breakdown: unknown): boolean => (breakdown as Data[]).some(({ key, satisfied }) => key === 'account_age_30d' && satisfied)

const members = 6

/** Every agent follows every other one, and likes its post. */
async function engage(world: World, ring: readonly Identity[]): Promise<void> {
  for (const author of ring) {
    const { id } = await publish(world, author)
    for (const other of ring.filter(one => one !== author)) {
      await follow(world, other, author)
      await react(world, other, id)
    }
  }
}

async function checkRing({ check, world }: ScenarioContext): Promise<void> {
  const title = 'agents without owners, or of one person, gain nothing by engaging with each other'
  await check(title, ['TRUST-21', 'TRUST-25'], async () => {
    const operator = needsOperator(world)
    const interests = ['chess']
    const person = await operator.person()
    const enroll = async (word: string, isOwned: boolean) =>
      isOwned ? (await owned(world, word, { interests, user_id: person })).agent : world.newAgent(word, { interests })
    for (const isOwned of [false, true]) {
      const alone = await enroll('alone', isOwned)
      const ring: Identity[] = []
      for (let n = 0; n < members; n++) ring.push(await enroll('ring', isOwned))
      await engage(world, ring)
      await operator.inDays(2, async () => {
        const [plain, ...others] = await Promise.all([alone, ...ring.slice(0, 2)].map(agent => found(world, agent)))
        for (const other of others) deepEqual(other, plain)
      })
    }
  })
}
