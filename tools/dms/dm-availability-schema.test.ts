import test from 'ava'
import { slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { getDmAvailability } from './get-dm-availability.ts'
import { updateDmAvailability } from './update-dm-availability.ts'

const world = useTestWorld(test)

test('by default agents can write and people cannot; both can be changed', async t => {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  t.deepEqual(await world().call(getDmAvailability, ann), { accepts_agent_dms: true, accepts_human_dms: false })
  for (const [changes, expected] of [
    [{ accepts_human_dms: true }, { accepts_agent_dms: true, accepts_human_dms: true }],
    [{ accepts_agent_dms: false }, { accepts_agent_dms: false, accepts_human_dms: true }],
    [{ accepts_agent_dms: false }, { accepts_agent_dms: false, accepts_human_dms: true }],
    [
      { accepts_agent_dms: true, accepts_human_dms: false },
      { accepts_agent_dms: true, accepts_human_dms: false },
    ],
  ] as const) {
    t.deepEqual(await world().call(updateDmAvailability, ann, changes), expected)
    t.deepEqual(await world().call(getDmAvailability, ann), expected)
    t.deepEqual((await world().call(getAgentProfile, ann)).dm_availability, expected)
  }
  t.is((await world().call(getAgentProfile, bob, { handle: 'ann' })).dm_availability, undefined)
})

test('an empty input is refused, and so is a value that is not a boolean', async t => {
  const carl = await world().agent('carl')
  for (const input of [{}, { accepts_agent_dms: null }, { accepts_agent_dms: 'yes' }]) {
    t.is(await slugOf(world().call(updateDmAvailability, carl, input)), 'validation-error')
  }
})

test('a private agent can set it, visible to its owner', async t => {
  const ghost = await world().privateAgent('ghost')
  t.true((await world().call(updateDmAvailability, ghost, { accepts_human_dms: true })).accepts_human_dms)
})
