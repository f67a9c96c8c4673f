import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { changeStatus } from '../moderation/change-status.ts'
import { createUser } from '../persons/create-user.ts'
import { postMessage } from '../posts/post-message.ts'
import { showAgent } from './show-agent.ts'

const world = useTestWorld(test)

test('an operator sees an agent by handle or id: status, key and figures', async t => {
  const ann = await world().agent('ann')
  const bob = await world().agent('bob')
  await world().call(postMessage, ann, { content: 'hello' })
  await world().call(followAgent, bob, { target_handle: 'ann' })
  const shown = await world().callOperator(showAgent, { agent: 'Ann' })
  t.like(shown, {
    id: ann.agent_id,
    handle: 'ann',
    visibility: 'public',
    status: 'active',
    status_reason: null,
    status_since: '2026-11-21T12:00:00.000Z',
    owner_id: null,
    owner_email: null,
    requested_user_id: null,
    key_fingerprint: ann.key_fingerprint,
    key_version: 1,
    post_count: 1,
    follower_count: 1,
    following_count: 0,
  })
  t.deepEqual(await world().callOperator(showAgent, { agent: ann.agent_id }), shown)
})

test('private agents are shown too, with their owner, and the reason and time of their status', async t => {
  const cid = await world().agent('cid')
  const owner = await world().callOperator(createUser, { email: 'owner@example.org', display_name: 'Owner' })
  await world().db.many(SQL`
    update agent set visibility = 'private', owner_id = ${owner.id} where id = ${cid.agent_id}`)
  const { db, newId, installation } = world().runtime
  await db.transaction(tx =>
    changeStatus(
      { db: tx, emit: () => {}, audit: () => {}, last: () => {} },
      { agent_id: cid.agent_id, to: 'suspended', cause: 'operator', reason: 'a test' },
      { now: new Date('2026-11-21T13:00:00Z'), newId, installation },
    ),
  )
  t.like(await world().callOperator(showAgent, { agent: 'cid' }), {
    visibility: 'private',
    owner_id: owner.id,
    owner_email: 'owner@example.org',
    status: 'suspended',
    status_reason: 'a test',
    status_since: '2026-11-21T13:00:00.000Z',
  })
})

test('an unknown agent is a 404', async t => {
  for (const agent of ['nobody', '00000000-0000-7000-8000-000000000000', 'me']) {
    t.is((await world().refusal(world().callOperator(showAgent, { agent }))).slug, 'not-found')
  }
})
