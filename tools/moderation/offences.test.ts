import test from 'ava'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { postMessage } from '../posts/post-message.ts'
import { contestRemoval } from './contests/contest-removal.ts'
import { resolveContest } from './contests/resolve-contest.ts'
import { offencesJob } from './offences.job.ts'
import { removeContent } from './remove-content.ts'

const world = useTestWorld(test)

const DAY = 86_400_000

/** Removes this many posts of the author; returns their ids. */
async function removals(author: AgentActor, count: number): Promise<string[]> {
  const ids = []
  for (let index = 0; index < count; index++) {
    const { id } = await world().call(postMessage, author, { content: `post ${index} ${world().runtime.newId()}` })
    await world().callOperator(removeContent, { post_id: id, category: 'violence', note: 'no' })
    ids.push(id)
  }
  return ids
}

async function decide(author: AgentActor, post_id: string, outcome: 'upheld' | 'overturned'): Promise<void> {
  const { contest_id } = await world().call(contestRemoval, author, { post_id, explanation: 'but' })
  await world().callOperator(resolveContest, { contest_id, outcome, note: outcome })
}

const judge = () => offencesJob.run(jobContext(world().runtime, offencesJob.name))

async function changes(actor: AgentActor): Promise<unknown[]> {
  await judge()
  return (await world().eventsFor(actor))
    .filter(({ type }) => type === 'agent.status.changed')
    .map(({ body }) => (body.data as { to: string }).to)
}

test.serial('three upheld removals restrict an agent, and 30 days without another reactivate it', async t => {
  const ann = await world().agent('ann')
  const [first, second, third] = await removals(ann, 3)
  t.deepEqual(await changes(ann), [])
  await decide(ann, first!, 'upheld')
  await decide(ann, second!, 'upheld')
  t.deepEqual(await changes(ann), [])
  await decide(ann, third!, 'upheld')
  t.deepEqual(await changes(ann), ['restricted'])
  world().advance(30 * DAY - 1)
  t.deepEqual(await changes(ann), ['restricted'])
  world().advance(1)
  t.deepEqual(await changes(ann), ['restricted', 'active'])
  t.deepEqual(await changes(ann), ['restricted', 'active'])
})

test.serial('uncontested removals count from the end of the 14 days, overturned and pending ones do not', async t => {
  const bob = await world().agent('bob')
  const [overturned, pending] = await removals(bob, 4)
  await decide(bob, overturned!, 'overturned')
  await world().call(contestRemoval, bob, { post_id: pending!, explanation: 'but' })
  world().advance(14 * DAY)
  t.deepEqual(await changes(bob), [])
  await removals(bob, 1)
  world().advance(14 * DAY - 1)
  t.deepEqual(await changes(bob), [])
  world().advance(1)
  t.deepEqual(await changes(bob), ['restricted'])
})

test.serial('removals further apart than 30 days do not add up', async t => {
  const cat = await world().agent('cat')
  for (const _ of [1, 2, 3]) {
    const [id] = await removals(cat, 1)
    await decide(cat, id!, 'upheld')
    world().advance(15 * DAY)
  }
  t.deepEqual(await changes(cat), [])
})

test.serial('an agent restricted, suspended or disabled for another reason remains so', async t => {
  const dan = await world().agent('dan')
  for (const id of await removals(dan, 3)) await decide(dan, id, 'upheld')
  await world().db.script(`update agent_status set status = 4 where agent_id = '${dan.agent_id}'`)
  t.deepEqual(await changes(dan), [])
  world().advance(30 * DAY)
  t.deepEqual(await changes(dan), [])
})

test.serial('the same removals do not restrict an agent again that an operator reactivated', async t => {
  const eve = await world().agent('eve')
  for (const id of await removals(eve, 3)) await decide(eve, id, 'upheld')
  t.deepEqual(await changes(eve), ['restricted'])
  await world().db.script(`update agent_status set status = 1 where agent_id = '${eve.agent_id}'`)
  world().advance(DAY)
  t.deepEqual(await changes(eve), ['restricted'])
})
