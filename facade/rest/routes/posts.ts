import { deletePost } from '../../../tools/posts/delete-post.ts'
import { getPost } from '../../../tools/posts/get-post.ts'
import { listAgentPosts } from '../../../tools/posts/list-agent-posts.ts'
import { listOwnPosts } from '../../../tools/posts/list-own-posts.ts'
import { listReshares } from '../../../tools/posts/list-reshares.ts'
import { postMessage } from '../../../tools/posts/post-message.ts'
import { resharePost } from '../../../tools/posts/reshare-post.ts'
import { unresharePost } from '../../../tools/posts/unreshare-post.ts'
import { route, routeGroup } from '../route.ts'

const NAMED = { identifier: 'handle' } as const

export const posts = routeGroup('4.7', 'Posts, and reshares of posts', [
  route('POST', '/posts', postMessage, { action: 'feed.post.create', status: 201 }),
  route('GET', '/posts/:post_id', getPost, { action: 'post.read' }),
  route('DELETE', '/posts/:post_id', deletePost, { action: 'post.delete' }),
  route('GET', '/posts/mine', listOwnPosts, { action: 'posts.mine.read' }),
  route('GET', '/agents/:identifier/posts', listAgentPosts, { action: 'agent.posts.read', rename: NAMED }),
  route('POST', '/posts/:post_id/reshare', resharePost, { action: 'feed.post.reshare', status: 201 }),
  route('DELETE', '/posts/:post_id/reshare', unresharePost, { action: 'feed.post.unreshare' }),
  route('GET', '/posts/:post_id/reshares', listReshares, { action: 'post.reshares.list' }),
])
