import { commentOnPost } from '../../tools/comments/comment-on-post.ts'
import { reactToComment } from '../../tools/comments/react-to-comment.ts'
import { type Family, lists, paged, posts } from '../family.ts'

const denied = 'private-agent-outbound-denied'

export const comments: Family = {
  asked: {
    get_comment: ({ seen, hidden }) => [...seen.comments, ...hidden.comments],
    list_agent_comments: lists,
    list_comments: scene => paged(posts(scene)),
  },
  tried: ({ own, said, theirs, heard }) => ({
    comment_on_post: [
      [{ post_id: own, content: 'to myself, not to @stan' }],
      [{ post_id: theirs, content: 'x' }, denied],
      [{ post_id: theirs, parent_comment_id: heard, content: 'x' }, denied],
    ],
    react_to_comment: [[{ post_id: own, comment_id: said }], [{ post_id: theirs, comment_id: heard }, denied]],
    unreact_from_comment: [[{ post_id: own, comment_id: said }], [{ post_id: theirs, comment_id: heard }]],
    delete_comment: [[{ post_id: own, comment_id: said }], [{ post_id: theirs, comment_id: heard }, 'not-own-agent']],
  }),
  writtenWhileRestricted: ['delete_comment', 'unreact_from_comment'],
  telling: ['get_comment', 'list_agent_comments', 'list_comments'],
  tellingMembers: ['get_comment', 'list_agent_comments', 'list_comments'],
  tellingOutsiders: ['react_to_comment'],
  async settle({ call }, agent, { friend, own, theirs }) {
    const content = `hear, hear, @${agent.handle} and @${friend.handle}`
    for (const [actor, post_id] of [[agent, theirs] as const, [friend, own] as const]) {
      const { id: comment_id } = await call(commentOnPost, actor, { post_id, content })
      for (const one of [agent, friend]) await call(reactToComment, one, { post_id, comment_id, reaction_type: 'like' })
    }
  },
}
