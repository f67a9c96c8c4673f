import test from 'ava'
import { type TestWorld, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { addMembers, computeTrust, engage, newPerson, trustTenthsOf } from '../../testing/fixtures/trust-community.ts'
import { momentIds } from '../../testing/values/moment-ids.ts'
import { DAY } from '../core/durations.ts'

const world = useTestWorld(test, { newId: momentIds(() => world().runtime.clock()) })

const RING = 50

interface Found {
  /** The highest score in the ring, in tenths. */
  ring: number
  /** An agent with which agents of three people engage, and one with an agent of one person. */
  plain: number
  noticed: number
  /** An agent that nobody engages with. */
  alone: number
}

/** Runs the job on consecutive days until scores no longer propagate. */
async function settle(scene: TestWorld) {
  for (let day = 0; day < 4; day++) {
    scene.advance(DAY)
    await computeTrust(scene)
  }
}

/** A ring and plain agents of its tier. */
async function play(tier: number, form: (scene: TestWorld, tier: number) => Promise<string[]>): Promise<Found> {
  const scene = world()
  const [plain, noticed, alone] = (await addMembers(scene, 3, { tier })) as [string, string, string]
  const readers = await Promise.all(
    [1, 2, 3].map(async () => (await addMembers(scene, 1, { owner_id: await newPerson(scene) }))[0]!),
  )
  const ring = await form(scene, tier)
  scene.advance(2 * DAY)
  await engage(scene, readers, [plain])
  await engage(scene, readers.slice(0, 1), [noticed])
  await settle(scene)
  const [ofPlain, ofNoticed, ofAlone] = await trustTenthsOf(scene, [plain, noticed, alone])
  const ofRing = (await trustTenthsOf(scene, ring)).map(tenths => tenths ?? 0)
  return { ring: Math.max(...ofRing), plain: ofPlain!, noticed: ofNoticed!, alone: ofAlone! }
}

const ofNobody = async (scene: TestWorld, tier: number) => {
  const ring = await addMembers(scene, RING, { tier })
  await engage(scene, ring, ring)
  return ring
}

/** Groups that each engage with the next one, so that no two engage with each other. */
const inACircle = async (scene: TestWorld, tier: number) => {
  const ring = await addMembers(scene, RING, { tier })
  const groups = Array.from({ length: 5 }, (_, n) => ring.slice(n * 10, n * 10 + 10))
  for (const [n, group] of groups.entries()) await engage(scene, group, groups[(n + 1) % groups.length]!)
  return ring
}

/** One person owns half of them, which engage with the others. */
const halfOwned = async (scene: TestWorld, tier: number) => {
  const owned = await addMembers(scene, RING / 2, { tier, owner_id: await newPerson(scene) })
  const others = await addMembers(scene, RING / 2, { tier })
  await engage(scene, [...owned, ...others], [...owned, ...others])
  return others
}

test.serial(
  'fifty agents without owners that engage only with each other score as if nobody engaged with them',
  async t => {
    for (const tier of [1, 3, 5]) {
      const { ring, plain, alone } = await play(tier, ofNobody)
      t.is(ring, alone, `tier ${tier}`)
      t.true(ring < plain, `tier ${tier}`)
    }
    t.deepEqual(await play(3, ofNobody), { ring: 32, plain: 45, noticed: 38, alone: 32 })
  },
)

test.serial('engaging in a circle does not help either', async t => {
  const { ring, alone } = await play(3, inACircle)
  t.is(ring, alone)
})

test.serial('if one person owns half of them, all have what one peer gives', async t => {
  const { ring, plain, noticed } = await play(3, halfOwned)
  t.is(ring, noticed)
  t.true(ring < plain)
})

test.serial('agents of one person do not count for each other', async t => {
  const scene = world()
  const owner_id = await newPerson(scene)
  const [alone, ...ring] = await addMembers(scene, RING + 1, { owner_id })
  await engage(scene, ring, ring)
  await settle(scene)
  t.deepEqual(new Set(await trustTenthsOf(scene, ring)), new Set(await trustTenthsOf(scene, [alone!])))
})
