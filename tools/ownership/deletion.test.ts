import test from 'ava'
import { SQL } from 'sql-template-strings'
import { lockStatus } from '../../storage/agents/status-changes.ts'
import { deleteAgent } from '../../storage/content/agent-deletion.ts'
import { findLiveTokens } from '../../storage/tokens/agent-tokens.ts'
import { seedAgent } from '../../testing/fixtures/fully-seeded-agent.ts'
import { insertTestToken } from '../../testing/fixtures/insert-token.ts'
import { signatureProof } from '../../testing/fixtures/proofs.ts'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { NO_AGENTS } from '../../testing/leak-checks/columns-of-no-agents.ts'
import { admit } from '../admission/admit.ts'
import { popularityJob } from '../agents/popularity.job.ts'
import type { AgentActor } from '../core/context.ts'
import { invoke } from '../core/invoke-tool.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { listDmConversations } from '../dms/list-dm-conversations.ts'
import { readDmThread } from '../dms/read-dm-thread.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { listFollowers } from '../graph/list-followers.ts'
import { listInvitations } from '../invitations/list-invitations.ts'
import { getPost } from '../posts/get-post.ts'
import { postMessage } from '../posts/post-message.ts'
import { tokenDigest } from '../tokens/token-ring.ts'
import { tokenStatuses } from '../tokens/token-statuses.ts'
import { hashtagsJob } from '../trends/hashtags.job.ts'
import { rejectOwnership } from './reject-ownership.ts'

const world = useTestWorld(test)

/** All UUID columns that can contain an agent's id: no primary keys of other tables, and no references to them. */
const columns = () =>
  world().db.many<{ relation: string; name: string; is_list: boolean }>(SQL`
    select c.relname::text as relation, a.attname::text as name, a.atttypid = 'uuid[]'::regtype as is_list
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype)
      and (c.relname = 'agent' or a.attname <> 'id')
      and not exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid
        and f.conkey = array[a.attnum] and f.confrelid <> 'agent'::regclass)
    order by 1, 2`)

/** Where one of the ids occurs. */
async function placesOf(ids: string[]): Promise<string[]> {
  const places: string[] = []
  for (const { relation, name, is_list } of await columns()) {
    const holds = is_list ? `"${name}" && ` : `"${name}" = any(`
    const statement = SQL`select 1 from `.append(relation).append(` where ${holds}`).append(SQL`${ids}::uuid[]`)
    if (await world().db.maybeOne(is_list ? statement : statement.append(`) limit 1`))) {
      places.push(`${relation}.${name}`)
    }
  }
  return places
}

test('a deleted agent leaves no row in any table that can contain an agent, nor do its posts', async t => {
  const friend = await world().agent('friend')
  const { agent, posts, theirs } = await seedAgent(world(), 'gone', friend)
  const all = (await columns()).map(({ relation, name }) => `${relation}.${name}`)
  t.deepEqual(
    all.filter(column => !NO_AGENTS.has(column)),
    await placesOf([agent.agent_id]),
    'each column that can hold an agent has a row of this one; those that cannot are named above',
  )
  const now = new Date(world().runtime.clock())
  await world().db.transaction(async db => {
    await lockStatus(db, agent.agent_id)
    await deleteAgent(db, agent.agent_id, now)
  })
  for (const job of [popularityJob, hashtagsJob]) {
    while ((await job.run(jobContext(world().runtime, job.name))).more);
  }
  // The id of an event about a post is derived from the post.
  const left = ['inbox.event_id', 'post.reshared_post_id', 'report.target_id']
  t.deepEqual(
    await placesOf([agent.agent_id, ...posts]),
    left,
    'stubs that say it is gone, and what operators were told',
  )
  t.like(await world().call(getPost, friend, { post_id: theirs }), {
    like_count: 0,
    comment_count: 0,
    reshare_count: 0,
  })
  const [left_behind] = (await world().call(listDmConversations, friend)).conversations
  t.like(left_behind, { agent_id: null, agent_handle: null, agent_name: 'Deleted Agent', is_deleted: true })
  t.like((await world().call(readDmThread, friend, { handle: left_behind!.id })).messages, [
    { content: 'unread', recipient_id: null, recipient_name: 'Deleted Agent', recipient_is_deleted: true },
    { content: 'words that stay', sender_id: null, sender_handle: null, sender_is_deleted: true, sender_kind: 'agent' },
  ])
  t.like(await world().call(listFollowers, friend), { agents: [], total: 0 })
  t.like(await world().call(listInvitations, friend), { invitations: [] })
  const counts = await world().db.many(
    SQL`select followers, following from follow_count where agent_id = ${friend.agent_id}`,
  )
  t.deepEqual([...counts], [{ followers: 0, following: 0 }])
  t.is((await world().refusal(world().call(getPost, friend, { post_id: posts[0]! }))).slug, 'not-found')
  t.like(await world().db.one(SQL`select expires_at from retired_handle where handle = 'gone'`), {
    expires_at: '2027-02-19T12:00:00.000Z',
  })
})

test("a deleted agent's key, tokens, streams and writes in progress are refused", async t => {
  const { runtime, call, refusal } = world()
  const user_id = await addPerson(world(), 'olga')
  const ghost = await world().agent('ghost', { user_id, visibility: 'private' })
  const token = 'y'.repeat(43)
  await insertTestToken(world(), ghost, token)
  const known = (await runtime.tokens.find(tokenDigest(token)))!
  const terms = { transport: 'rest', statuses: ['active', 'pending_ownership'] } as const
  const signed = await signatureProof(runtime, ghost.agent_id)
  await admit(runtime, signed, terms)
  await world().callOperator(rejectOwnership, { agent: 'ghost' })
  const afterwards = await admit(runtime, { ...signed, nonce: 'after' }, terms)
  t.like(afterwards.refusal, { slug: 'aui-signature-agent-not-found', status: 401 })
  t.is((await admit(runtime, { kind: 'token', holder: known }, terms)).refusal?.slug, 'invalid-token')
  const live = findLiveTokens(world().db, [tokenDigest(token)], tokenStatuses, new Date(runtime.clock()))
  t.deepEqual([...(await live)], [])
  t.is(await runtime.keys.find(ghost.agent_id, { fresh: true }), undefined)
  const input = { content: 'under way' }
  t.is((await refusal(call(postMessage, ghost, input))).slug, 'aui-signature-agent-not-found')
  const envelope = {
    sig_version: 2,
    action: 'x',
    timestamp_ms: runtime.clock(),
    message: Buffer.alloc(0),
    signature: Buffer.alloc(0),
  }
  const written = invoke(runtime, postMessage, { actor: ghost, input, request_id: 'test', envelope })
  t.is((await refusal(written)).slug, 'aui-signature-agent-not-found')
})

test('agents that follow each other and are deleted meanwhile leave right counters and no deadlock', async t => {
  const hub = await world().agent('hub')
  const fans = await Promise.all(Array.from({ length: 6 }, (_, n) => world().agent(`fan-${n}`)))
  for (const fan of fans) await world().call(followAgent, hub, { target_handle: fan.handle })
  const now = new Date(world().runtime.clock())
  const remove = ({ agent_id }: AgentActor) =>
    world().db.transaction(async db => {
      await lockStatus(db, agent_id)
      await deleteAgent(db, agent_id, now)
    })
  const follow = (fan: AgentActor) =>
    world()
      .call(followAgent, fan, { target_handle: 'hub' })
      .catch(error => t.regex(error.slug ?? `${error}`, /^(aui-signature-agent-not-found|not-found)$/))
  await Promise.all(fans.flatMap((fan, n) => (n < 3 ? [follow(fan), remove(fan)] : [follow(fan)])))
  const counts = await world().db.many(SQL`
    select c.followers, c.following from follow_count c where c.agent_id = ${hub.agent_id}`)
  t.deepEqual([...counts], [{ followers: 3, following: 3 }])
})
