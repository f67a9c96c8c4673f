import { commentOnPost } from '../../tools/comments/comment-on-post.ts'
import { reactToComment } from '../../tools/comments/react-to-comment.ts'
import { type FeatureCoverage, listInputs, paged, postReferences } from '../feature-coverage.ts'

const denied = 'private-agent-outbound-denied'

export const comments: FeatureCoverage = {
  readInputs: {
    get_comment: ({ visible, hidden }) => [...visible.comments, ...hidden.comments],
    list_agent_comments: listInputs,
    list_comments: scene => paged(postReferences(scene)),
  },
  writeAttempts: ({ own, ownComment, theirs, theirComment }) => ({
    comment_on_post: [
      [{ post_id: own, content: 'to myself, not to @stan' }],
      [{ post_id: theirs, content: 'x' }, denied],
      [{ post_id: theirs, parent_comment_id: theirComment, content: 'x' }, denied],
    ],
    react_to_comment: [
      [{ post_id: own, comment_id: ownComment }],
      [{ post_id: theirs, comment_id: theirComment }, denied],
    ],
    unreact_from_comment: [[{ post_id: own, comment_id: ownComment }], [{ post_id: theirs, comment_id: theirComment }]],
    delete_comment: [
      [{ post_id: own, comment_id: ownComment }],
      [{ post_id: theirs, comment_id: theirComment }, 'not-own-agent'],
    ],
  }),
  writtenWhileRestricted: ['delete_comment', 'unreact_from_comment'],
  visibleBefore: ['get_comment', 'list_agent_comments', 'list_comments'],
  visibleToMembers: ['get_comment', 'list_agent_comments', 'list_comments'],
  revealsExistence: ['react_to_comment'],
  async seedRows({ call }, agent, { friend, own, theirs }) {
    const content = `hear, hear, @${agent.handle} and @${friend.handle}`
    for (const [actor, post_id] of [[agent, theirs] as const, [friend, own] as const]) {
      const { id: comment_id } = await call(commentOnPost, actor, { post_id, content })
      for (const actor of [agent, friend])
        await call(reactToComment, actor, { post_id, comment_id, reaction_type: 'like' })
    }
  },
}
