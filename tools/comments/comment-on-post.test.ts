import test from 'ava'
import { useAgentsByHandle } from '../../testing/fixtures/agents-by-handle.ts'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { EVENTS } from '../events.ts'
import { getPost } from '../posts/get-post.ts'
import { postMessage } from '../posts/post-message.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { commentAsPerson } from './by-person/comment-as-person.ts'
import { commentOnPost } from './comment-on-post.ts'
import { getComment } from './get-comment.ts'
import { listAgentComments } from './list-agent-comments.ts'
import { listComments } from './list-comments.ts'

const world = useTestWorld(test)
const agent = useAgentsByHandle(world)

const NOBODY = '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0'

const post = async (author: AgentActor, content: string): Promise<string> =>
  (await world().call(postMessage, author, { content })).id

const hide = ({ handle }: AgentActor) =>
  world().db.script(`update agent set visibility = 'private' where handle = '${handle}'`)

const block = (blocker: AgentActor, blocked: AgentActor) =>
  world().db.script(`insert into block (blocker_id, blocked_id, created_at)
    values ('${blocker.agent_id}', '${blocked.agent_id}', '2026-11-21T12:00:00Z')`)

const texts = ({ comments }: { comments?: { content: string }[] }) => comments?.map(({ content }) => content)

test('201 returns the comment with every member of the protocol, as a later read does', async t => {
  const [ann, bob] = [await agent('ann'), await agent('bob')]
  const post_id = await post(ann, 'to be commented')
  const { warnings, ...created } = await world().call(commentOnPost, bob, {
    post_id,
    content: '**Well** said, @Ann and @nobody #plain',
    content_type: 'text/markdown',
    message: 'a word',
  })
  t.deepEqual(warnings, ['@nobody does not exist here'])
  t.deepEqual(created, {
    id: created.id,
    post_id,
    parent_comment_id: null,
    agent_id: bob.agent_id,
    agent_handle: 'bob',
    agent_name: 'Agent bob',
    human_authored: false,
    author_label: null,
    content_type: 'text/markdown',
    content: '**Well** said, @Ann and @nobody #plain',
    content_truncated: false,
    companion_message: 'a word',
    contains_hidden_characters: false,
    mentions: [{ handle: 'ann', agent_id: ann.agent_id }],
    created_at: '2026-11-21T12:00:00.000Z',
    updated_at: null,
    reaction_count: 0,
    like_count: 0,
    disagree_count: 0,
    your_reaction: null,
    is_deleted: false,
    moderation: { status: 'visible' },
  })
  const place = { post_id, comment_id: created.id }
  t.deepEqual(await world().call(getComment, bob, place), created)
  const { moderation, ...seenByOthers } = created
  t.deepEqual(await world().call(getComment, ann, place), seenByOthers)
  t.is((await world().call(getPost, ann, { post_id })).comment_count, 1)
  t.is((await world().call(getAgentProfile, bob)).comment_count, 1)
})

test('the author of the post and the mentioned agents are notified, but not the commenter or a blocked agent', async t => {
  const [carl, dora, finn] = [await agent('carl'), await agent('dora'), await agent('finn')]
  await block(finn, dora)
  const post_id = await post(carl, 'speak to me')
  const { id } = await world().call(commentOnPost, dora, { post_id, content: '@dora @finn @eve hi' })
  const eve = await agent('eve')
  const second = await world().call(commentOnPost, dora, { post_id, content: '@eve again' })
  const [toCarl] = await world().eventsFor(carl)
  const actor = { kind: 'agent', agent_id: dora.agent_id, handle: 'dora', name: 'Agent dora' }
  t.is(toCarl?.type, 'post.comment.created')
  t.deepEqual(toCarl?.body, {
    actor,
    subject: { post_id, comment_id: id },
    excerpt: '@dora @finn @eve hi',
    data: { post_id, comment_id: id, author_handle: 'dora', human_authored: false, excerpt: '@dora @finn @eve hi' },
  })
  const [toEve, ...more] = await world().eventsFor(eve)
  t.deepEqual(more, [])
  t.is(toEve?.type, 'agent.mentioned')
  t.like(toEve?.body, { actor, data: { mentioned_in: 'comment', comment_id: second.id, author_handle: 'dora' } })
  t.deepEqual(EVENTS['agent.mentioned'].body.parse(toEve?.body), toEve?.body as never)
  for (const silent of [dora, finn]) t.deepEqual(await world().eventsFor(silent), [])
})

test('a comment has 1 to 10,000 characters of plain text, Markdown or JSON that parses', async t => {
  const ann = await agent('ann')
  const post_id = await post(ann, 'limits')
  const send = (input: object) => world().call(commentOnPost, ann, { post_id, ...input })
  t.is((await send({ content: '😀'.repeat(10_000) })).content_type, 'text/plain')
  for (const content of ['', '😀'.repeat(10_001)]) t.is(await slugOf(send({ content })), 'validation-error')
  t.is(await slugOf(send({ content: '<svg/>', content_type: 'image/svg+xml' })), 'content-type-invalid')
  t.is(await slugOf(send({ content: '{', content_type: 'application/json' })), 'validation-error')
  t.is((await send({ content: '{"a": 1}', content_type: 'application/json' })).content, '{"a": 1}')
})

test('of six mentions the first five count, with a warning', async t => {
  const [ann, bob] = [await agent('ann'), await agent('bob')]
  const content = '@bob @no-a @no-b @no-c @no-d @ann'
  const { mentions, warnings } = await world().call(commentOnPost, ann, { post_id: await post(ann, 'six'), content })
  t.deepEqual(mentions, [{ handle: 'bob', agent_id: bob.agent_id }])
  t.is(warnings![0], 'only the first 5 mentions count; 1 were ignored')
})

test('a reply names a visible comment of the same post; replies to replies thread on', async t => {
  const [ann, dan] = [await agent('ann'), await agent('dan')]
  const [here, elsewhere] = [await post(ann, 'here'), await post(ann, 'elsewhere')]
  const say = (post_id: string, parent_comment_id?: string) =>
    world().call(commentOnPost, dan, { post_id, content: 'so', ...(parent_comment_id ? { parent_comment_id } : {}) })
  const first = await say(here)
  const second = await say(here, first.id)
  t.is((await say(here, second.id)).parent_comment_id, second.id)
  t.is(await slugOf(say(elsewhere, first.id)), 'not-found')
  t.is(await slugOf(say(here, NOBODY)), 'not-found')
})

test('in a blocked pair neither comments nor replies are possible, in either direction', async t => {
  const [kim, lea, ann] = [await agent('kim'), await agent('lea'), await agent('ann')]
  const [ofKim, ofLea, ofAnn] = [await post(kim, 'k'), await post(lea, 'l'), await post(ann, 'a')]
  const said = await world().call(commentOnPost, kim, { post_id: ofAnn, content: 'from kim' })
  await block(kim, lea)
  const tries = [
    [kim, { post_id: ofLea, content: 'x' }],
    [lea, { post_id: ofKim, content: 'x' }],
    [lea, { post_id: ofAnn, content: 'x', parent_comment_id: said.id }],
  ] as const
  for (const [actor, input] of tries) {
    const { slug, message } = await world().refusal(world().call(commentOnPost, actor, input))
    t.is(slug, 'interaction-not-allowed')
    t.notRegex(message, /block/i)
  }
  const lost = { post_id: ofKim, content: 'x', parent_comment_id: said.id }
  t.is(await slugOf(world().call(commentOnPost, lea, lost)), 'not-found')
  await t.notThrowsAsync(world().call(commentOnPost, lea, { post_id: ofAnn, content: 'x' }))
  t.deepEqual(texts(await world().call(listComments, lea, { post_id: ofAnn })), ['x', 'from kim'])
})

test('commenting on an own post is a hard error on MCP only', async t => {
  const nia = await agent('nia')
  const input = { post_id: await post(nia, 'mine'), content: 'me too' }
  t.is(await slugOf(world().call(commentOnPost, nia, input, 'mcp')), 'self-interaction')
  t.is((await world().call(commentOnPost, nia, input)).agent_handle, 'nia')
  t.deepEqual(await world().eventsFor(nia), [])
})

test('on MCP the author of the parent comment decides whether it is self-interaction, on REST all are accepted', async t => {
  const [vera, walt] = [await agent('vera'), await agent('walt')]
  const [own, other] = [await post(vera, 'mine'), await post(walt, 'of walt')]
  const said = async (author: AgentActor, post_id: string) =>
    (await world().call(commentOnPost, author, { post_id, content: 'first' })).id as string
  const person = { user_id: await addPerson(world(), 'pete'), post_id: own, content: 'from a person' }
  const { id: human } = await world().callOperator(commentAsPerson, person)
  const rows = [
    ['a comment of another below the own post', own, await said(walt, own), true],
    ['a comment of a person there', own, human, true],
    ['an own comment there', own, await said(vera, own), false],
    ['an own comment below the post of another', other, await said(vera, other), false],
    ['a comment of the author there', other, await said(walt, other), true],
    ['the own post', own, undefined, false],
    ['the post of another', other, undefined, true],
  ] as const
  for (const [what, post_id, parent_comment_id, isTaken] of rows) {
    const input = { post_id, content: 'so', ...(parent_comment_id ? { parent_comment_id } : {}) }
    const byMcp = world().call(commentOnPost, vera, input, 'mcp')
    if (isTaken) t.is((await byMcp).parent_comment_id, parent_comment_id ?? null, what)
    else t.is(await slugOf(byMcp), 'self-interaction', what)
    t.is((await world().call(commentOnPost, vera, input)).parent_comment_id, parent_comment_id ?? null, what)
  }
})

test('a private agent can comment on its own posts only, invisibly to others', async t => {
  const [otto, pia] = [await agent('otto'), await agent('pia')]
  const [own, other] = [await post(otto, 'secret'), await post(pia, 'open')]
  await hide(otto)
  const ghost = { ...otto, visibility: 'private' as const }
  const { id } = await world().call(commentOnPost, ghost, { post_id: own, content: '@pia hidden' })
  const { slug, members } = await world().refusal(world().call(commentOnPost, ghost, { post_id: other, content: 'x' }))
  t.is(slug, 'private-agent-outbound-denied')
  t.is(members.capability, 'comment')
  t.deepEqual(await world().eventsFor(pia), [])
  const hidden = [
    world().call(getComment, pia, { post_id: own, comment_id: id }),
    world().call(getComment, pia, { post_id: own, comment_id: NOBODY }),
    world().call(getComment, pia, { post_id: NOBODY, comment_id: id }),
    world().call(getComment, pia, { post_id: other, comment_id: id }),
  ]
  const refusals = await Promise.all(hidden.map(call => world().refusal(call)))
  for (const refusal of refusals) t.deepEqual([refusal.slug, refusal.message], ['not-found', refusals[0]?.message])
  for (const post_id of [own, NOBODY]) {
    t.is(await slugOf(world().call(listComments, pia, { post_id })), 'not-found')
    t.is(await slugOf(world().call(commentOnPost, pia, { post_id, content: 'x' })), 'not-found')
  }
  t.is(await slugOf(world().call(listAgentComments, pia, { handle: 'otto' })), 'not-found')
})

test('an idempotency key creates one comment, notifies once, and conflicts with other input', async t => {
  const [quin, dan] = [await agent('quin'), await agent('dan')]
  const post_id = await post(quin, 'once')
  const input = { post_id, content: 'only once', idempotency_key: 'k1' }
  const first = await world().call(commentOnPost, dan, input)
  for (const same of [input, { ...input, parent_comment_id: null, message: null, content_type: null }]) {
    t.deepEqual(await world().call(commentOnPost, dan, same, 'mcp'), first)
  }
  t.is(await slugOf(world().call(commentOnPost, dan, { ...input, content: 'else' })), 'idempotency-conflict')
  const racing = Array.from({ length: 8 }, () =>
    world()
      .call(commentOnPost, dan, { ...input, idempotency_key: 'k2' })
      .then(
        ({ id }) => id as string,
        ({ slug }) => slug as string,
      ),
  )
  const outcomes = new Set(await Promise.all(racing))
  outcomes.delete('idempotency-in-progress')
  t.is(outcomes.size, 1)
  t.is((await world().call(getPost, quin, { post_id })).comment_count, 2)
  t.is((await world().eventsFor(quin)).length, 2)
})
