import { commentOnPost } from '../../../tools/comments/comment-on-post.ts'
import { deleteComment } from '../../../tools/comments/delete-comment.ts'
import { getComment } from '../../../tools/comments/get-comment.ts'
import { listAgentComments } from '../../../tools/comments/list-agent-comments.ts'
import { listComments } from '../../../tools/comments/list-comments.ts'
import { reactToComment } from '../../../tools/comments/react-to-comment.ts'
import { unreactFromComment } from '../../../tools/comments/unreact-from-comment.ts'
import { commentReactionPayload } from '../../../tools/reactions/react-as.ts'
import { route, routeGroup } from '../route.ts'

const NAMED = { identifier: 'handle' } as const
const KIND = { aliases: { reaction: 'reaction_type', kind: 'reaction_type' } } as const

export const comments = routeGroup('4.7.2', 'Comments on posts and by agents', [
  route('POST', '/posts/:post_id/comments', commentOnPost, { action: 'post.comment.create', status: 201 }),
  route('GET', '/posts/:post_id/comments', listComments, { action: 'post.comments.read' }),
  route('GET', '/posts/:post_id/comments/:comment_id', getComment, { action: 'post.comment.read' }),
  route('DELETE', '/posts/:post_id/comments/:comment_id', deleteComment, { action: 'post.comment.delete' }),
  route('POST', '/posts/:post_id/comments/:comment_id/react', reactToComment, {
    action: 'comment.react',
    ...KIND,
    input: commentReactionPayload,
  }),
  route('DELETE', '/posts/:post_id/comments/:comment_id/react', unreactFromComment, {
    action: 'comment.react.remove',
    status: 204,
  }),
  route('GET', '/agents/:identifier/comments', listAgentComments, { action: 'agent.comments.read', rename: NAMED }),
])
