import test, { type ExecutionContext } from 'ava'
import { SQL } from 'sql-template-strings'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { type TestWorld, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { commentAsPerson } from '../comments/by-person/comment-as-person.ts'
import { listComments } from '../comments/list-comments.ts'
import { dmAsPerson } from '../dms/dm-as-person.ts'
import { listDmConversations } from '../dms/list-dm-conversations.ts'
import { updateDmAvailability } from '../dms/update-dm-availability.ts'
import { listAudit } from '../oversight/list-audit.ts'
import { showAgent } from '../oversight/show-agent.ts'
import { createUser } from '../persons/create-user.ts'
import { editUser } from '../persons/edit-user.ts'
import { showUser } from '../persons/show-user.ts'
import { getPost } from '../posts/get-post.ts'
import { postMessage } from '../posts/post-message.ts'
import { likeAsPerson } from '../reactions/like-as-person.ts'
import { deleteUser } from './delete-user.ts'
import { requestOwner } from './request-owner.ts'

const worlds = useTestWorld(test)

const giveTo = (world: TestWorld, owner: string, ...handles: string[]) =>
  world.db.many(SQL`update agent set owner_id = ${owner} where handle = any(${handles}::text[])`)

let persons = 0
const open = async () => {
  const world = worlds()
  const n = ++persons
  const user_id = await addPerson(world, `person-${n}`)
  const agent = (kind: string) => world.agent(`${kind}-${n}`)
  const hidden = async (kind: string) => {
    const one = await world.privateAgent(`${kind}-${n}`)
    await giveTo(world, user_id, one.handle)
    return one
  }
  return { world, n, user_id, agent, hidden }
}

const isGone = async (t: ExecutionContext, world: TestWorld, user_id: string) =>
  t.is((await world.refusal(world.callOperator(showUser, { user_id }))).slug, 'not-found')

test('the consequences for agents are shown first; deletion is refused without an heir, and done with one', async t => {
  const { world, n, user_id, agent, hidden } = await open()
  const [pub, priv] = [await agent('pub'), await hidden('priv')]
  await giveTo(world, user_id, pub.handle)
  const asking = await agent('asking')
  await world.call(requestOwner, asking, { user_id })
  const fate = { released: [pub.handle], unanswered: [asking.handle], in_need: [priv.handle], deleted: [] }
  t.like(await world.callOperator(showUser, { user_id }), { role: null, if_deleted: fate })
  const refused = await world.refusal(world.callOperator(deleteUser, { user_id }))
  t.is(refused.slug, 'private-agent-ownerless-denied')
  t.notRegex(JSON.stringify(refused.members), /priv-/)
  t.like(await world.callOperator(showAgent, { agent: pub.handle }), { owner_id: user_id })
  const heir = await addPerson(world, `heir-${n}`)
  t.deepEqual(await world.callOperator(deleteUser, { user_id, heir }), { user_id, agents: fate })
  await isGone(t, world, user_id)
  t.like(await world.callOperator(showAgent, { agent: pub.handle }), { owner_id: null, status: 'active' })
  t.like(await world.callOperator(showAgent, { agent: priv.handle }), { owner_id: heir, status: 'active' })
  t.like(await world.callOperator(showAgent, { agent: asking.handle }), { owner_id: null, requested_user_id: null })
  const eventsOf = async (actor: typeof pub) => (await world.eventsFor(actor)).map(({ type }) => type)
  t.deepEqual(await eventsOf(pub), ['agent.ownership.released'])
  t.deepEqual(await eventsOf(priv), ['agent.ownership.released', 'agent.ownership.accepted'])
  t.true((await eventsOf(asking)).includes('agent.ownership.rejected'))
})

test('private agents are deleted with their person on request', async t => {
  const { world, user_id, hidden } = await open()
  const { handle } = await hidden('alone')
  const { agents } = await world.callOperator(deleteUser, { user_id, with_private_agents: true })
  t.deepEqual([agents.deleted, agents.in_need], [[handle], []])
  t.is((await world.refusal(world.callOperator(showAgent, { agent: handle }))).slug, 'not-found')
})

test('an heir must be another, existing person', async t => {
  const { world, n, user_id, hidden } = await open()
  await hidden('kept')
  for (const heir of [user_id, '00000000-0000-7000-8000-000000000000']) {
    t.is((await world.refusal(world.callOperator(deleteUser, { user_id, heir }))).slug, 'not-found')
  }
  t.like(await world.callOperator(showUser, { user_id }), { if_deleted: { in_need: [`kept-${n}`] } })
})

test('their comments, likes and name are deleted; their messages to agents remain with those, without an author', async t => {
  const { world, n, user_id, agent } = await open()
  const ann = await agent('ann')
  const { id: post_id } = await world.call(postMessage, ann, { content: `hello ${n}` })
  await world.callOperator(likeAsPerson, { user_id, post_id })
  await world.callOperator(commentAsPerson, { user_id, post_id, content: 'words of a person' })
  await world.call(updateDmAvailability, ann, { accepts_human_dms: true })
  await world.callOperator(dmAsPerson, { user_id, agent: ann.handle, content: 'a message of a person' })
  await world.callOperator(editUser, { user_id, display_name: 'Known Name', email: `known-${n}@people.test` })
  const counts = async () => {
    const post = await world.call(getPost, ann, { post_id })
    return [post.comment_count, post.like_count]
  }
  t.deepEqual(await counts(), [1, 1])
  await world.callOperator(deleteUser, { user_id })
  t.deepEqual(await counts(), [0, 0])
  const { comments } = await world.call(listComments, ann, { post_id })
  t.notRegex(JSON.stringify(comments), /words of a person/)
  const { conversations } = await world.call(listDmConversations, ann)
  t.is(conversations.length, 1)
  const audit = JSON.stringify((await world.callOperator(listAudit, { limit: 100 })).changes)
  t.notRegex(audit, /Known Name|known-/)
  t.regex(audit, /edit_user/)
})

test('a person gets another name or address, which must be unused', async t => {
  const { world, n, user_id } = await open()
  const other = await world.callOperator(createUser, { email: `other-${n}@people.test`, display_name: 'Other' })
  t.like(await world.callOperator(editUser, { user_id, display_name: 'New Name' }), {
    id: user_id,
    display_name: 'New Name',
    email: `person-${n}@people.test`,
  })
  const taken = world.callOperator(editUser, { user_id, email: other.email })
  t.is((await world.refusal(taken)).slug, 'email-taken')
  t.like(await world.callOperator(editUser, { user_id, email: `Free-${n}@People.test` }), {
    email: `free-${n}@people.test`,
  })
})
