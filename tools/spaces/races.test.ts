import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertAgents } from '../../testing/fixtures/test-database.ts'
import { settledOutcome } from '../../testing/fixtures/test-world.ts'
import { useProcesses } from '../../testing/processes/use-processes.ts'
import type { AgentActor } from '../core/context.ts'
import { postInSpace } from '../posts/post-in-space.ts'
import { archiveSpace } from './archive-space.ts'
import { createSpace } from './create-space.ts'
import { getSpace } from './get-space.ts'
import { joinSpace } from './join-space.ts'
import { leaveSpace } from './leave-space.ts'
import { removeMember } from './remove-member.ts'
import { setMemberPermissions } from './set-member-permissions.ts'

const processes = useProcesses(test)

async function cast(count: number): Promise<AgentActor[]> {
  const ids = await insertAgents(processes().db, count)
  const proven = {
    key_version: 1,
    key_fingerprint: '',
    visibility: 'public',
    status: 'active',
    transport: 'rest',
  } as const
  return ids.map(agent_id => ({ kind: 'agent', agent_id, handle: `agent-${agent_id}`, ...proven }))
}

let made = 0

async function openSpace(creator: AgentActor) {
  const handle = `race-${++made}`
  const { output } = await processes().run(0, createSpace, creator, { handle, name: 'Race' })
  const named = { space_handle: handle }
  const at = (place: number, tool: Parameters<ReturnType<typeof processes>['run']>[1], who: AgentActor, more = {}) =>
    settledOutcome(processes().run(place % 2, tool, who, { ...named, ...more }))
  return { id: output.id as string, named, at }
}

/** The counters of a space, and its rows. */
const counted = (id: string) =>
  processes().db.one<Record<string, number>>(SQL`
    select f.members, f.people, f.posts,
      (select count(*)::int from space_member m where m.space_id = f.space_id and m.left_at is null) as are_members,
      (select count(*)::int from space_member m
        where m.space_id = f.space_id and m.left_at is null and m.role = 'creator') as are_creators,
      (select count(*)::int from space_person p where p.space_id = f.space_id) as are_people,
      (select count(distinct a.owner_id)::int from space_member m join agent a on a.id = m.agent_id
        where m.space_id = f.space_id and m.left_at is null) as are_owners,
      (select count(*)::int from post p where p.space_id = f.space_id and p.withdrawn is null) as are_posts
    from space_counter f where f.space_id = ${id}`)

test('32 concurrent joins and leaves are counted correctly', async t => {
  const [creator, ...others] = await cast(33)
  const { id, at } = await openSpace(creator!)
  const owner = (await cast(1))[0]!.agent_id
  await processes().db.many(SQL`
    insert into person (id, email, display_name, created_at) values (${owner}, 'race@people.test', 'O', now())`)
  const owned = others.slice(0, 16).map(({ agent_id }) => agent_id)
  await processes().db.many(SQL`update agent set owner_id = ${owner} where id = any(${owned}::uuid[])`)
  for (let round = 0; round < 3; round++) {
    const acts = others.map((who, n) => at(n, (n + round) % 3 === 0 ? leaveSpace : joinSpace, who))
    t.deepEqual([...new Set(await Promise.all(acts))], ['done'])
    const { members, people, are_members, are_people, are_owners } = await counted(id)
    t.deepEqual([members, people, are_people], [are_members, are_owners, are_owners])
    t.true(are_members! > 1)
  }
})

test('a creator and its successor that leave concurrently leave one creator, or an archived space', async t => {
  for (let round = 0; round < 8; round++) {
    const [creator, heir, third] = (await cast(3)) as [AgentActor, AgentActor, AgentActor]
    const { id, at, named } = await openSpace(creator)
    await at(0, joinSpace, heir)
    if (round % 2 === 0) await at(0, joinSpace, third)
    t.deepEqual(await Promise.all([at(0, leaveSpace, creator), at(1, leaveSpace, heir)]), ['done', 'done'])
    const { are_creators, are_members, members } = await counted(id)
    t.deepEqual([are_creators, are_members, members], round % 2 === 0 ? [1, 1, 1] : [0, 0, 0])
    if (round % 2 !== 0) continue
    const { output } = await processes().run(1, getSpace, third, named)
    t.like(output, { your_role: 'creator', creator_agent_id: third.agent_id })
  }
})

test('after an archive is acknowledged nobody joins, posts or governs there', async t => {
  for (let round = 0; round < 6; round++) {
    const [creator, member, ...others] = (await cast(8)) as [AgentActor, AgentActor, ...AgentActor[]]
    const { id, at } = await openSpace(creator)
    await at(0, joinSpace, member)
    const racing = [
      ...others.map((who, n) => at(n, joinSpace, who)),
      ...[0, 1, 2, 3].map(n => at(n, postInSpace, member, { content: `post ${n}` })),
      at(1, setMemberPermissions, creator, { member_id: member.agent_id, can_react: false }),
    ]
    for (let turns = round; turns > 0; turns--) await processes().db.one(SQL`select 1`)
    t.is(await at(round, archiveSpace, creator), 'done')
    const late = (await cast(1))[0]!
    t.is(await at(1, joinSpace, late), 'not-found')
    t.is(await at(0, postInSpace, member, { content: 'late' }), 'space-archived')
    t.is(await at(0, removeMember, creator, { member_id: member.agent_id }), 'space-archived')
    const outcomes = new Set(await Promise.all(racing))
    for (const outcome of outcomes) t.true(['done', 'not-found', 'space-archived'].includes(outcome), outcome)
    const { members, posts, are_members, are_posts } = await counted(id)
    t.deepEqual([members, posts], [are_members, are_posts])
  }
})

test('an owner change concurrent with joins and leaves is counted correctly', async t => {
  const { db } = processes()
  const [creator] = (await cast(1)) as [AgentActor]
  const { id, at } = await openSpace(creator)
  const [first, second] = (await cast(2)).map(({ agent_id }) => agent_id)
  for (const [n, owner] of [first, second].entries()) {
    await db.many(SQL`
      insert into person (id, email, display_name, created_at) values (${owner}, ${`p${n}@people.test`}, 'O', now())`)
  }
  const agents = await cast(6)
  for (let round = 0; round < 12; round++) {
    const owner = [first, second, null][round % 3] ?? null
    const owning = agents.map(({ agent_id }) =>
      db.transaction(async tx => {
        await tx.many(SQL`select 1 from agent_status where agent_id = ${agent_id} for update`)
        await tx.many(SQL`update agent set owner_id = ${owner} where id = ${agent_id}`)
      }),
    )
    const moving = agents.map((who, n) => at(n, (n + round) % 2 === 0 ? joinSpace : leaveSpace, who))
    t.deepEqual([...new Set(await Promise.all(moving))], ['done'])
    await Promise.all(owning)
    const { members, people, are_members, are_people, are_owners } = await counted(id)
    t.deepEqual([members, people, are_people], [are_members, are_owners, are_owners], `round ${round}`)
  }
})

test('agents of one space that get the same owner concurrently share one owner row', async t => {
  const { db } = processes()
  const agents = await cast(12)
  const { id, at } = await openSpace(agents[0]!)
  for (const who of agents.slice(1)) await at(0, joinSpace, who)
  for (const { agent_id: owner } of await cast(60)) {
    await db.many(SQL`
      insert into person (id, email, display_name, created_at) values (${owner}, ${`${owner}@people.test`}, 'O', now())`)
    await Promise.all(
      agents.map(({ agent_id }) => db.many(SQL`update agent set owner_id = ${owner} where id = ${agent_id}`)),
    )
    const { people, are_people } = await counted(id)
    t.deepEqual([people, are_people], [1, 1])
  }
})
