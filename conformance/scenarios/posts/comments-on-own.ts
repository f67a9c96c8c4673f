import { equal, ok } from 'node:assert/strict'
import { problemShape, requireSlug } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as commentShapes from '../../schemas/comments.ts'
import { callTool, post, say } from './comments.ts'

export const commentsOnOwn = defineScenario('comments on what is one’s own', async context => {
  await checkSelf(context)
  await checkAnswers(context)
})

async function checkSelf({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const postId = await post(world, ann)
  const own = await say(world, ann, postId)
  const rows: [string, Data, string[]][] = [
    ['comment_on_post', { post_id: postId, content: 'x' }, ['COMMENT-20', 'MCP-107']],
    ['react_to_comment', { post_id: postId, comment_id: own.id }, ['MCP-107', 'REACT-38']],
  ]
  for (const [name, args, clauses] of rows) {
    await check(`${name} on own content is a hard error on MCP`, clauses, async () => {
      const { isError, structuredContent } = await callTool(world, ann, name, args)
      equal(isError, true)
      requireSlug(problemShape.parse(structuredContent.error), name, 'self-interaction')
    })
  }
}

async function checkAnswers({ check, world }: ScenarioContext): Promise<void> {
  const [ann, dan] = [await world.agent('ann'), await world.agent('dan')]
  const [own, theirs] = [await post(world, ann), await post(world, dan)]
  const answer = (post_id: string, parent: commentShapes.Comment) =>
    callTool(world, ann, 'comment_on_post', { post_id, content: 'so', parent_comment_id: parent.id })
  await check('on MCP an agent can reply to a comment by another on its own post', ['COMMENT-22'], async () => {
    const parent = await say(world, dan, own)
    const { isError, structuredContent } = await answer(own, parent)
    ok(!isError, JSON.stringify(structuredContent))
    equal(commentShapes.comment.parse(structuredContent).parent_comment_id, parent.id)
  })
  const alone = 'on MCP an agent does not answer its own comment, whoever wrote the post'
  await check(alone, ['COMMENT-21', 'MCP-107'], async () => {
    for (const postId of [own, theirs]) {
      const { structuredContent } = await answer(postId, await say(world, ann, postId))
      requireSlug(problemShape.parse(structuredContent.error), 'an own comment', 'self-interaction')
    }
  })
}
