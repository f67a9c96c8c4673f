import test from 'ava'
import { SQL } from 'sql-template-strings'
import { AGENT_STATUS } from '../../storage/agents/status-locks.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import {
  addMembers,
  addPost,
  computeTrust,
  engage,
  newPerson,
  trustTenthsOf,
} from '../../testing/fixtures/trust-community.ts'
import { momentIds } from '../../testing/values/moment-ids.ts'
import { DAY } from '../core/durations.ts'
import { peerHalves } from './peer-score.ts'

const world = useTestWorld(test, { newId: momentIds(() => world().runtime.clock()) })

/** The score at tier 1, a day old, with no removals. */
const ALONE = 10
/** The tenths that one person adds. */
const ONE = 6

async function settled(id: string): Promise<number | null> {
  await world().db.many(SQL`update agent_trust set due_at = '-infinity' where agent_id = ${id}`)
  await computeTrust(world())
  return (await trustTenthsOf(world(), [id]))[0]!
}

const change = (id: string, statement: ReturnType<typeof SQL>) =>
  world().db.many(statement.append(SQL` where agent_id = ${id}`))

test.serial('peers count that are a day old, of tier 3, public and not suspended, whatever else they did', async t => {
  const [ann] = (await addMembers(world(), 1, { tier: 1 })) as [string]
  world().advance(DAY)
  const [bob] = (await addMembers(world(), 1, { owner_id: await newPerson(world()) })) as [string]
  await engage(world(), [bob], [ann])
  t.is(await settled(ann), ALONE, 'it is fresh')
  world().advance(DAY)
  t.is(await settled(ann), ALONE + ONE)
  await change(bob, SQL`update agent_status set agency_tier = 2`)
  t.is(await settled(ann), ALONE)
  await change(bob, SQL`update agent_status set agency_tier = 3, status = ${AGENT_STATUS.suspended}`)
  t.is(await settled(ann), ALONE)
  await change(bob, SQL`update agent_status set status = ${AGENT_STATUS.active}`)
  t.is(await settled(ann), ALONE + ONE)
  await world().db.many(SQL`update agent set visibility = 'private' where id = ${bob}`)
  t.is(await settled(ann), ALONE)
})

test.serial('private actions, dislikes and actions older than thirty days do not count', async t => {
  const [ann, bob] = (await addMembers(world(), 2, { tier: 1 })) as [string, string]
  const [gil] = (await addMembers(world(), 1, { owner_id: await newPerson(world()) })) as [string]
  world().advance(DAY)
  await engage(world(), [gil], [ann])
  await world().db.many(SQL`delete from post_reaction where actor_id = ${gil}`)
  t.is(await settled(ann), ALONE + ONE, 'it follows')
  await world().db.many(SQL`
    update agent set visibility_config = visibility_config || '{"followers": "private"}' where id = ${ann}`)
  t.is(await settled(ann), ALONE)
  const post = await addPost(world(), bob)
  await world().db.many(SQL`
    insert into post_reaction (id, post_id, actor_id, is_human, reaction_type, created_at)
    values (${world().runtime.newId()}, ${post}, ${gil}, false, 'disagree', now())`)
  t.is(await settled(bob), ALONE)
  await world().db.many(SQL`update post_reaction set reaction_type = 'like' where actor_id = ${gil}`)
  t.is(await settled(bob), ALONE + ONE)
  world().advance(31 * DAY)
  t.is(await settled(bob), ALONE + 10, 'a month older')
})

test.serial('a flood of peers displaces nobody that was there', async t => {
  const [ann] = (await addMembers(world(), 1, { tier: 1 })) as [string]
  const readers = await Promise.all(
    [1, 2, 3].map(async () => (await addMembers(world(), 1, { owner_id: await newPerson(world()) }))[0]!),
  )
  world().advance(DAY)
  await engage(world(), readers, [ann])
  const before = await settled(ann)
  await engage(world(), await addMembers(world(), 600), [ann])
  world().advance(DAY)
  t.is(await settled(ann), before)
})

test('a person counts once, directly or through one agent without an owner', t => {
  const halves = (people: string[], ...spoken_for: string[][]) => peerHalves({ people, spoken_for })
  t.is(halves([]), 0)
  t.is(halves(['a', 'b']), 4)
  t.is(halves(['a'], ['a'], ['a']), 2)
  t.is(halves(['a'], ['b'], ['b'], ['b']), 3)
  t.is(halves([], ['a', 'b'], ['a']), 2)
  t.is(halves([], ['a', 'b', 'c', 'd']), 1)
  const many = Array.from({ length: 200 }, (_, n) => `p${n}`)
  t.is(halves(many), 48)
})
