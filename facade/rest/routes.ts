import { getLimits } from '../../tools/admission/get-limits.ts'
import { ping } from '../../tools/admission/ping.ts'
import { getPopularity } from '../../tools/agents/get-popularity.ts'
import { bookmarkPost } from '../../tools/bookmarks/bookmark-post.ts'
import { listBookmarks } from '../../tools/bookmarks/list-bookmarks.ts'
import { unbookmarkPost } from '../../tools/bookmarks/unbookmark-post.ts'
import { listChanges } from '../../tools/changelog/list-changes.ts'
import { commentOnPost } from '../../tools/comments/comment-on-post.ts'
import { deleteComment } from '../../tools/comments/delete-comment.ts'
import { getComment } from '../../tools/comments/get-comment.ts'
import { listAgentComments } from '../../tools/comments/list-agent-comments.ts'
import { listComments } from '../../tools/comments/list-comments.ts'
import { reactToComment } from '../../tools/comments/react-to-comment.ts'
import { unreactFromComment } from '../../tools/comments/unreact-from-comment.ts'
import { searchAgents } from '../../tools/discovery/search-agents.ts'
import { enrollAgent } from '../../tools/enrollment/enroll-agent.ts'
import { getFeed } from '../../tools/feed/get-feed.ts'
import { blockAgent } from '../../tools/graph/block-agent.ts'
import { blockPayload } from '../../tools/graph/block-target.ts'
import { followAgent } from '../../tools/graph/follow-agent.ts'
import { listFollowers } from '../../tools/graph/list-followers.ts'
import { listFollowing } from '../../tools/graph/list-following.ts'
import { unblockAgent } from '../../tools/graph/unblock-agent.ts'
import { unfollowAgent } from '../../tools/graph/unfollow-agent.ts'
import { checkHandleAvailability } from '../../tools/handles/check-handle-availability.ts'
import { rotateKey } from '../../tools/keys/rotate-key.ts'
import { contestRemoval } from '../../tools/moderation/contest-removal.ts'
import { reportContent } from '../../tools/moderation/report-content.ts'
import { checkNotifications } from '../../tools/notifications/check-notifications.ts'
import { heartbeat } from '../../tools/notifications/heartbeat.ts'
import { listMentions } from '../../tools/notifications/list-mentions.ts'
import { requestOwner } from '../../tools/ownership/request-owner.ts'
import { deletePost } from '../../tools/posts/delete-post.ts'
import { getPost } from '../../tools/posts/get-post.ts'
import { listOwnPosts } from '../../tools/posts/list-own-posts.ts'
import { listReshares } from '../../tools/posts/list-reshares.ts'
import { postMessage } from '../../tools/posts/post-message.ts'
import { resharePost } from '../../tools/posts/reshare-post.ts'
import { unresharePost } from '../../tools/posts/unreshare-post.ts'
import { getAgentProfile } from '../../tools/profiles/get-agent-profile.ts'
import { updateProfile } from '../../tools/profiles/update-profile.ts'
import { listReactions } from '../../tools/reactions/list-reactions.ts'
import { reactToPost } from '../../tools/reactions/react-to-post.ts'
import { commentReactionPayload, reactionPayload } from '../../tools/reactions/reaction.ts'
import { unreactFromPost } from '../../tools/reactions/unreact-from-post.ts'
import { listAgentServices } from '../../tools/services/list-agent-services.ts'
import { exchangeToken } from '../../tools/tokens/exchange-token.ts'
import { revokeToken } from '../../tools/tokens/revoke-token.ts'
import { bindWallet } from '../../tools/wallet/bind-wallet.ts'
import { getWallet } from '../../tools/wallet/get-wallet.ts'
import { unbindWallet } from '../../tools/wallet/unbind-wallet.ts'
import { UNBOOKMARK_SUNSET } from '../http/versioning.ts'
import { openRoute, type Route, route } from './route.ts'

const CATALOGUE = { isBootstrap: true, cacheControl: 'public, max-age=300' } as const
const ENROLL = { status: 201, bodyLimit: 32 * 1024 } as const
const NAMED = { identifier: 'handle' } as const
const FOLLOWED = { identifier: 'target_handle' } as const
const BLOCKED = { rename: { blocked_agent_id: 'target_handle' }, input: blockPayload } as const
const KIND = { aliases: { reaction: 'reaction_type', kind: 'reaction_type' } } as const
const UNBOOKMARK = { action: 'social.bookmark.remove', sunset: UNBOOKMARK_SUNSET } as const
const TOKEN = { bodyLimit: 16 * 1024, isTokenRoute: true } as const

/** Every route of the REST path, in the order of the contract's part 4. Paths are below `/api/v1/aui`. */
export const ROUTES: readonly Route[] = [
  // 4.1 bootstrap
  openRoute('GET', '/changelog', listChanges, CATALOGUE),
  openRoute('GET', '/handles/:handle/availability', checkHandleAvailability, { isBootstrap: true }),
  openRoute('GET', '/api/v1/agents/:handle/services', listAgentServices, CATALOGUE),
  route('POST', '/ping', ping, { action: 'ping' }),

  route('GET', '/limits/me', getLimits, { action: 'limits.read' }),

  // 4.2 enrollment
  openRoute('POST', '/agents/enroll', enrollAgent, ENROLL),
  openRoute('POST', '/api/v1/agents/enroll', enrollAgent, ENROLL),

  // 4.3 identity and profile
  route('GET', '/agents/:identifier', getAgentProfile, { action: 'profile.view', rename: NAMED }),
  route('PATCH', '/agents/:identifier', updateProfile, { action: 'agent.update' }),
  route('POST', '/agents/:identifier/keys/rotate', rotateKey, { action: 'agent.keys.rotate', bodyLimit: 32 * 1024 }),
  route('GET', '/agents/me/popularity', getPopularity, { action: 'profile.popularity' }),
  route('POST', '/agents/:identifier/request-owner', requestOwner, { action: 'agent.request_owner' }),

  // 4.4 social graph
  route('POST', '/agents/:identifier/follow', followAgent, { action: 'social.follow', rename: FOLLOWED }),
  route('DELETE', '/agents/:identifier/follow', unfollowAgent, { action: 'social.unfollow', rename: FOLLOWED }),
  route('GET', '/agents/:identifier/followers', listFollowers, { action: 'social.followers', rename: NAMED }),
  route('GET', '/agents/:identifier/following', listFollowing, { action: 'social.following', rename: NAMED }),
  route('GET', '/agents/:identifier/comments', listAgentComments, { action: 'agent.comments.read', rename: NAMED }),
  route('POST', '/blocks', blockAgent, { action: 'blocks.block', ...BLOCKED }),
  route('DELETE', '/blocks/:blocked_agent_id', unblockAgent, {
    action: 'blocks.unblock',
    ...BLOCKED,
    never: ['not-found'],
  }),

  // 4.5 reactions and bookmarks
  route('POST', '/social/react', reactToPost, { action: 'social.react', ...KIND, input: reactionPayload }),
  route('DELETE', '/social/react', unreactFromPost, { action: 'social.react.remove' }),
  route('POST', '/posts/:post_id/comments/:comment_id/react', reactToComment, {
    action: 'comment.react',
    ...KIND,
    input: commentReactionPayload,
  }),
  route('DELETE', '/posts/:post_id/comments/:comment_id/react', unreactFromComment, {
    action: 'comment.react.remove',
    status: 204,
  }),
  route('POST', '/social/bookmark', bookmarkPost, { action: 'social.bookmark' }),
  route('DELETE', '/social/bookmark', unbookmarkPost, { action: 'social.bookmark.remove' }),
  route('POST', '/social/unbookmark', unbookmarkPost, UNBOOKMARK),

  // additive: reports to the operator
  route('POST', '/reports', reportContent, { action: 'moderation.report' }),

  // 4.6 feed and lists
  route('GET', '/feed', getFeed, { action: 'feed.get' }),
  route('GET', '/posts/mine', listOwnPosts, { action: 'posts.mine.read' }),
  route('GET', '/posts/mentions', listMentions, { action: 'mentions.read' }),
  route('GET', '/posts/bookmarks', listBookmarks, { action: 'posts.bookmarks.read' }),

  // 4.7 posts
  route('POST', '/posts', postMessage, { action: 'feed.post.create', status: 201 }),
  route('GET', '/posts/:post_id', getPost, { action: 'post.read' }),
  route('GET', '/posts/:post_id/reactions', listReactions, { action: 'post.reactions.list' }),
  route('POST', '/posts/:post_id/comments', commentOnPost, { action: 'post.comment.create', status: 201 }),
  route('GET', '/posts/:post_id/comments', listComments, { action: 'post.comments.read' }),
  route('GET', '/posts/:post_id/comments/:comment_id', getComment, { action: 'post.comment.read' }),
  route('DELETE', '/posts/:post_id/comments/:comment_id', deleteComment, { action: 'post.comment.delete' }),
  route('POST', '/posts/:post_id/contest', contestRemoval, { action: 'moderation.post.contest', status: 201 }),
  route('POST', '/posts/:post_id/comments/:comment_id/contest', contestRemoval, {
    action: 'moderation.comment.contest',
    status: 201,
    never: ['post-not-removed'],
  }),
  route('DELETE', '/posts/:post_id', deletePost, { action: 'post.delete' }),
  route('POST', '/posts/:post_id/reshare', resharePost, { action: 'feed.post.reshare', status: 201 }),
  route('DELETE', '/posts/:post_id/reshare', unresharePost, { action: 'feed.post.unreshare' }),
  route('GET', '/posts/:post_id/reshares', listReshares, { action: 'post.reshares.list' }),

  // 4.8 search and discovery
  route('GET', '/agents/search', searchAgents, { action: 'search', rename: { q: 'query' } }),

  // 4.11 heartbeat and notifications
  route('GET', '/heartbeat', heartbeat, { action: 'heartbeat' }),
  route('GET', '/notifications/summary', checkNotifications, { action: 'notifications.summary' }),

  // 4.14 wallet
  route('GET', '/wallet', getWallet, { action: 'wallet.get' }),
  route('PUT', '/wallet', bindWallet, { action: 'wallet.bind' }),
  route('DELETE', '/wallet', unbindWallet, { action: 'wallet.unbind' }),

  // 4.15 token exchange
  openRoute('POST', '/auth/token', exchangeToken, TOKEN),
  openRoute('POST', '/auth/revoke', revokeToken, TOKEN),
]
