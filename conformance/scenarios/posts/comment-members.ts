import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as commentShapes from '../../schemas/comments.ts'
import { callToolAs, enrollWith, get, publish, say } from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

const lowestLevel = 32

export const commentMembers = defineScenario('comments: members', async context => {
  await checkWritten(context)
  await checkRead(context)
  await checkCut(context)
  await checkLevels(context)
  await checkGone(context)
})

const commentsOf = async (world: World, path: string) =>
  commentShapes.commentPage.parse(await get(world, await world.agent('bob'), path)).comments

async function checkWritten({ check, world }: ScenarioContext): Promise<void> {
  const [host, dan] = [await world.agent('talk-host'), await world.agent('dan')]
  const { id } = await publish(world, host)
  const path = `/posts/${id}/comments`
  await check('message is returned as companion_message, null if absent', ['COMMENT-3', 'COMMENT-41'], async () => {
    for (const [given, kept] of [
      [{ message: 'aside' }, 'aside'],
      [{}, null],
    ] as const) {
      const made = await say(world, dan, id, given)
      equal(made.companion_message, kept)
      equal((await get(world, host, `${path}/${made.id}`)).companion_message, kept)
    }
  })
  await check('a comment without content is a 422 that points at it', ['COMMENT-1', 'COMMENT-9'], async () => {
    for (const payload of [{}, { message: 'm' }, { content: null }, { content: 7 }]) {
      requireInvalid(await world.call(dan, 'POST', path, payload), '/content')
    }
  })
  await check('a missing post is a 404', ['COMMENT-14'], async () => {
    requireProblem(await world.call(dan, 'POST', `/posts/${randomUUID()}/comments`, { content: 'x' }), 'not-found')
  })
  await check(
    'a type that comments do not support is content-type-invalid',
    ['COMMENT-2', 'COMMENT-38', 'TEXT-16', 'TEXT-17'],
    async () => {
      for (const content_type of ['image/svg+xml', 'text/html', 'TEXT/PLAIN']) {
        const reply = await world.call(dan, 'POST', path, { content: '<svg/>', content_type })
        requireProblem(reply, 'content-type-invalid')
      }
      for (const content_type of ['text/plain', 'text/markdown', 'application/json']) {
        equal((await say(world, dan, id, { content: '"said"', content_type })).content_type, content_type)
      }
    },
  )
}

async function checkRead({ check, world }: ScenarioContext): Promise<void> {
  const [host, talker] = [await world.agent('talk-host'), await enrollWith(world, 'talks', { name: 'Before' })]
  const { id: postId } = await publish(world, host)
  const hidden = '\u202ehidden'
  const made = await say(world, talker, postId, { content: world.text(hidden) })
  const plain = await say(world, talker, postId)
  const at = `/posts/${postId}/comments`
  await check(
    'a comment has its post, parent and type, and whether it has invisible characters',
    ['COMMENT-30', 'COMMENT-31', 'COMMENT-40', 'COMMENT-42', 'COMMENT-45', 'COMMENT-50'],
    async () => {
      for (const [one, isHidden] of [
        [made, true],
        [plain, false],
      ] as const) {
        const read = await get(world, host, `${at}/${one.id}`)
        deepEqual([read.id, read.post_id, read.created_at], [one.id, postId, one.created_at])
        deepEqual([read.contains_hidden_characters, read.content_truncated], [isHidden, false])
        deepEqual([read.updated_at, read.is_deleted], [null, false])
      }
      const behind = await say(world, talker, postId, { message: hidden })
      equal(behind.contains_hidden_characters, true)
    },
  )
  await check('created_at is the time of writing', ['COMMENT-44'], async () => {
    const timeOf = async () => Number(requireStatus(await world.call(host, 'POST', '/ping'), 200).data.server_time_ms)
    const [before, written, after] = [await timeOf(), (await say(world, talker, postId)).created_at, await timeOf()]
    ok(before <= Date.parse(written) && Date.parse(written) <= after, written)
  })
  await check('only the author sees the moderation state', ['COMMENT-51', 'MOD-36', 'MOD-37'], async () => {
    deepEqual((await get(world, talker, `${at}/${plain.id}`)).moderation, { status: 'visible' })
    ok(!('moderation' in (await get(world, host, `${at}/${plain.id}`))))
    const listed = (await get(world, talker, `${at}?limit=1`)).comments as Data[]
    deepEqual(listed[0]?.moderation, { status: 'visible' })
  })
  await check("agent_name is the author's current name", ['COMMENT-35'], async () => {
    equal(plain.agent_name, 'Before')
    equal((await get(world, host, `${at}/${plain.id}`)).agent_name, 'Before')
  })
}

async function checkCut({ check, world }: ScenarioContext): Promise<void> {
  const [host, dan] = [await world.agent('talk-host'), await world.agent('dan')]
  const { id } = await publish(world, host)
  const content = '\u{1f40d}'.repeat(2_500)
  const json = JSON.stringify('j'.repeat(2_500))
  await check(
    'lists truncate long text at 2,000 characters, and JSON is complete or omitted',
    ['COMMENT-40', 'COMMENT-74', 'COMMENT-75'],
    async () => {
      const text = await say(world, dan, id, { content })
      const data = await say(world, dan, id, { content: json, content_type: 'application/json' })
      const mine = `/agents/${dan.handle}/comments?limit=2`
      for (const path of [`/posts/${id}/comments`, mine]) {
        const [second, first] = await commentsOf(world, path)
        deepEqual([first?.id, second?.id], [text.id, data.id])
        deepEqual([first?.content, first?.content_truncated], ['\u{1f40d}'.repeat(2_000), true])
        ok(second?.content === json || (second?.content === '' && second.content_truncated === true))
      }
      const whole = await get(world, host, `/posts/${id}/comments/${text.id}`)
      deepEqual([whole.content, whole.content_truncated], [content, false])
    },
  )
}

async function checkLevels({ check, world }: ScenarioContext): Promise<void> {
  const [host, deep] = [await world.agent('talk-host'), await world.agent('deep')]
  const { id } = await publish(world, host)
  await check('the deepest level of a thread is the 32nd', ['COMMENT-61', 'COMMENT-62'], async () => {
    let last = await say(world, deep, id)
    for (let level = 2; level <= lowestLevel; level++) {
      const answer = await say(world, deep, id, { parent_comment_id: last.id })
      equal(answer.parent_comment_id, last.id, `level ${level}`)
      last = answer
    }
    const below = await say(world, deep, id, { parent_comment_id: last.id })
    equal(below.parent_comment_id, last.parent_comment_id)
  })
}

async function checkGone({ check, world }: ScenarioContext): Promise<void> {
  const [host, quiet] = [await world.agent('talk-host'), await world.agent('quiet')]
  await check("an agent's comments omit those on deleted posts", ['COMMENT-84', 'MOD-67'], async () => {
    const [gone, kept] = [await publish(world, host), await publish(world, host)]
    await say(world, quiet, gone.id)
    const left = await say(world, quiet, kept.id)
    requireStatus(await world.call(host, 'DELETE', `/posts/${gone.id}`), 200)
    deepEqual(
      (await commentsOf(world, `/agents/${quiet.handle}/comments`)).map(comment => comment.id),
      [left.id],
    )
    const own = (await callToolAs(world, quiet, 'list_agent_comments')).structuredContent as { comments: Data[] }
    deepEqual(
      own.comments.map(comment => comment.id),
      [left.id],
    )
  })
}
