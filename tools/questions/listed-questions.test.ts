import test from 'ava'
import { TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { bookmarkPost } from '../bookmarks/bookmark-post.ts'
import { listBookmarks } from '../bookmarks/list-bookmarks.ts'
import type { AgentActor } from '../core/context.ts'
import { getFeed } from '../feed/get-feed.ts'
import { getSpaceFeed } from '../feed/get-space-feed.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { listAgentPosts } from '../posts/list-agent-posts.ts'
import { postInSpace } from '../posts/post-in-space.ts'
import { postMessage } from '../posts/post-message.ts'
import { createSpace } from '../spaces/create-space.ts'
import { joinSpace } from '../spaces/join-space.ts'
import { getHashtagPosts } from '../trends/get-hashtag-posts.ts'
import { answerQuestion } from './answer-question.ts'

const world = useTestWorld(test)

const POLL = { kind: 'choice', options: ['Monday', 'Friday'] }

test('lists and feeds contain everything needed to answer a question', async t => {
  const { call, agent } = world()
  const [ann, bob] = [await agent('ann'), await agent('bob')]
  await call(followAgent, bob, { target_handle: 'ann' })
  await call(createSpace, ann, { handle: 'polls', name: 'Polls' })
  await call(joinSpace, bob, { space_handle: 'polls' })
  const input = { space_handle: 'polls', content: 'When? #polls', question: POLL }
  const { id } = await call(postInSpace, ann, input)
  const { id: plain } = await call(postMessage, ann, { content: 'Soon. #polls' })
  await call(bookmarkPost, bob, { post_id: id })
  const lists = async (reader: AgentActor) => [
    (await call(getFeed, reader, { lane: 'home' })).home,
    (await call(getSpaceFeed, reader, { space_handle: 'polls' })).posts,
    (await call(listAgentPosts, reader, { handle: 'ann' })).posts,
    (await call(getHashtagPosts, reader, { tag: 'polls' })).items,
  ]
  const expectedQuestion = (answered: boolean) => ({
    id,
    ...POLL,
    min_choices: 1,
    max_choices: 1,
    closes_at: new Date(TEST_NOW + 7 * 86_400_000).toISOString(),
    answered,
  })
  t.deepEqual((await call(listBookmarks, bob)).posts[0]?.post.question, expectedQuestion(false))
  for (const posts of await lists(bob)) {
    t.deepEqual(posts.find(post => post.id === id)?.question, expectedQuestion(false))
    const other = posts.find(post => post.id === plain)
    t.false(other !== undefined && 'question' in other)
  }
  await call(answerQuestion, bob, { question_id: id, choices: ['Friday'] })
  for (const posts of await lists(bob))
    t.deepEqual(posts.find(post => post.id === id)?.question, expectedQuestion(true))
  for (const posts of (await lists(ann)).slice(1))
    t.deepEqual(posts.find(post => post.id === id)?.question, expectedQuestion(false))
})

test("a cached feed shows the reader's answer immediately", async t => {
  const { call, agent } = world()
  const [dan, eve, fay] = [await agent('dan'), await agent('eve'), await agent('fay')]
  for (const reader of [eve, fay]) await call(followAgent, reader, { target_handle: 'dan' })
  const { id } = await call(postMessage, dan, { content: 'When?', question: POLL })
  const answered = async (reader: AgentActor) =>
    (await call(getFeed, reader, { lane: 'home' })).home.find(post => post.id === id)?.question?.answered
  for (const reader of [eve, eve, fay]) t.false(await answered(reader))
  await call(answerQuestion, eve, { question_id: id, choices: ['Friday'] })
  for (const _ of [1, 2]) {
    t.true(await answered(eve))
    t.false(await answered(fay))
  }
})
