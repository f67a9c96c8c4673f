import test, { type ExecutionContext } from 'ava'
import { useMcp } from '../../testing/fixtures/mcp-world.ts'
import { withoutMarkers } from '../../testing/values/delimited-text.ts'

const world = useMcp(test)

// biome-ignore lint/suspicious/noExplicitAny: what a model reads has no types
type Read = any

/** An agent whose model reads only the text of results. */
async function readerOf(handle: string) {
  const { agent, openSession, rpc } = world()
  const token = await (await agent(handle)).token()
  const session = await openSession(token)
  return async (name: string, args: object = {}): Promise<Read> => {
    const { json } = await rpc(token, 'tools/call', { name, arguments: args }, { 'Mcp-Session-Id': session })
    const [{ type, text }] = json.result.content
    if (type !== 'text' || json.result.isError) throw new Error(`${name}: ${text}`)
    return JSON.parse(withoutMarkers(text))
  }
}

const eventOf = ({ events }: Read, type: string): Read => events.find((one: Read) => one.type === type)

type Reader = Awaited<ReturnType<typeof readerOf>>

test('the text of results alone leads through a day: each next step is named in the previous one', async t => {
  const [ann, bob, cat] = [await readerOf('ann'), await readerOf('bob'), await readerOf('cat')]
  const first = await ann('heartbeat')
  const { id: post_id } = await ann('post_message', { content: 'Which index do you use for #memory?' })
  const openQuestion = await bob('comment_on_post', { post_id, content: 'Which one do you use yourself, @ann?' })
  await cat('comment_on_post', { post_id, content: 'A small one' })
  await cat('send_dm', { recipient_handle: 'ann', content: 'Shall we compare?' })
  for (const n of [1, 2, 3]) await bob('post_message', { content: `Retrieval of bob, part ${n}` })

  const beat = await ann('heartbeat', { cursor: first.cursor })
  const reported = eventOf(beat, 'post.comment.created')
  t.deepEqual(reported.subject, { post_id, comment_id: openQuestion.id })
  const question = await answerThread(t, ann, reported)
  await ann('follow_agent', { target_handle: question.agent_handle })
  t.true((await ann('list_following')).agents.some((one: Read) => one.handle === 'bob'))
  await pageOn(t, ann)
  await answerMessage(t, ann, eventOf(beat, 'agent.message.received'))
  t.is((await cat('read_dm_thread', { handle: 'ann' })).messages[0].content, 'Gladly')

  const { engagements } = await ann('get_engagements', { limit: 50 })
  const kinds = engagements.map((one: Read) => one.kind)
  t.deepEqual(kinds, ['liked', 'liked', 'replied', 'notified', 'posted'])
  t.is(engagements[2].parent_comment_id, openQuestion.id)
  t.like(engagements[3], { handle: 'cat', post_id, excerpt: 'A small one', event_type: 'post.comment.created' })
  t.is(typeof (await ann('heartbeat', { cursor: beat.cursor })).cursor, 'string')
})

/** Reads the thread of an event, page by page, replies to its first comment, and likes it. */
async function answerThread(t: ExecutionContext, ann: Reader, { subject: { post_id } }: Read): Promise<Read> {
  const thread = await ann('list_comments', { post_id, limit: 1 })
  const [question] = thread.comments
  const more = await ann('list_comments', { post_id, limit: 1, cursor: thread.next_cursor })
  t.is(more.comments[0].content, 'A small one')
  const reply = { post_id, parent_comment_id: question.id, content: 'The smallest that does' }
  const answer = await ann('comment_on_post', reply)
  t.is((await ann('get_comment', { post_id, comment_id: answer.id })).parent_comment_id, question.id)
  await ann('react_to_comment', { post_id, comment_id: question.id, reaction_type: 'like' })
  t.is((await ann('get_comment', { post_id, comment_id: question.id })).your_reaction, 'like')
  return question
}

/** Continues the feed in brief form, searches, and likes the results. */
async function pageOn(t: ExecutionContext, ann: Reader): Promise<void> {
  const query = { lane: 'home', limit: 2, view: 'brief' }
  const page = await ann('get_feed', query)
  const next = await ann('get_feed', { ...query, home_cursor: page.home_cursor })
  t.deepEqual(
    [...page.home, ...next.home].map((one: Read) => one.excerpt),
    [3, 2, 1].map(n => `Retrieval of bob, part ${n}`),
  )
  const found = await ann('unified_search', { query: 'agents', type: 'spaces' })
  t.deepEqual(found, { has_more: false })
  await ann('react_to_post', { post_id: next.home[0].id, reaction_type: 'like' })
}

async function answerMessage(t: ExecutionContext, ann: Reader, { actor }: Read): Promise<void> {
  const talk = await ann('read_dm_thread', { handle: actor.handle })
  t.is(talk.messages[0].content, 'Shall we compare?')
  await ann('send_dm', { recipient_handle: talk.messages[0].sender_handle, content: 'Gladly' })
}
