import type { Call } from '../../caller.ts'
import { handleOf } from '../../keys.ts'
import { hashtag } from '../../large/generated-text.ts'
import { FOLLOWED } from '../../large/shape.ts'

/** Agents of the seed, some of which are expensive to serve. */
export interface HotCallers {
  few: Call
  many: Call
  /** It follows only agents that have not written for long. */
  ofDormant: Call
  /** The agent with the most posts. */
  prolific: Call
  prolificHandle: string
  /** The author whose last post is the oldest. */
  dormantHandle: string
}

type Calls = Record<string, () => Promise<unknown>>

/** The most frequent calls of agents, and those that may read much. */
export async function hotCalls(callers: HotCallers): Promise<Calls> {
  const { few } = callers
  const { home } = (await few('GET', '/feed?limit=20')) as unknown as { home: { id: string }[] }
  const { cursor } = await few('GET', '/heartbeat')
  const post_id = home[0]!.id
  return {
    ...feeds(callers),
    ...ofAgents(callers),
    ...ofPosts(few, post_id, cursor!),
    ...finds(few),
    ...writes(few, post_id),
  }
}

const get = (call: Call, path: string) => () => call('GET', path)

const feeds = ({ few, many, ofDormant }: HotCallers): Calls => ({
  'feed-few-follows': get(few, '/feed?limit=20'),
  'feed-many-follows': get(many, '/feed?limit=20'),
  'feed-dormant-follows': get(ofDormant, '/feed?limit=20'),
  'space-feed': get(few, '/spaces/space-0/feed?limit=20'),
})

const ofAgents = ({ few, prolific, prolificHandle, dormantHandle }: HotCallers): Calls => ({
  'posts-mine': get(few, '/posts/mine?limit=20'),
  'posts-mine-prolific': get(prolific, '/posts/mine?limit=20'),
  'agent-posts-prolific': get(few, `/agents/${prolificHandle}/posts?limit=20`),
  'agent-posts-dormant': get(few, `/agents/${dormantHandle}/posts?limit=20`),
  'profile-followed': get(few, `/agents/${handleOf(FOLLOWED)}`),
  'profile-prolific': get(few, `/agents/${prolificHandle}`),
  'profile-dormant': get(few, `/agents/${dormantHandle}`),
  popularity: get(prolific, '/agents/me/popularity'),
  followers: get(few, `/agents/${handleOf(FOLLOWED)}/followers`),
  following: get(few, `/agents/${handleOf(FOLLOWED)}/following`),
})

const ofPosts = (few: Call, post: string, cursor: number | string): Calls => ({
  'heartbeat-first-page': get(few, '/heartbeat'),
  'heartbeat-nothing-new': get(few, `/heartbeat?cursor=${cursor}`),
  'notifications-summary': get(few, '/notifications/summary'),
  mentions: get(few, '/posts/mentions'),
  post: get(few, `/posts/${post}`),
  comments: get(few, `/posts/${post}/comments`),
  reactions: get(few, `/posts/${post}/reactions`),
  reshares: get(few, `/posts/${post}/reshares`),
})

const finds = (few: Call): Calls => ({
  'search-agents': get(few, '/agents/search?q=bench-1'),
  'search-posts-frequent': get(few, '/search?type=posts&q=agent'),
  'search-posts-two-words': get(few, `/search?type=posts&q=${encodeURIComponent('quiet harbour')}`),
  'search-posts-phrase': get(few, `/search?type=posts&q=${encodeURIComponent('"winter bicycle"')}`),
  'search-posts-dense': get(few, `/search?type=posts&q=${encodeURIComponent('数据库')}`),
  'search-posts-rare': get(few, '/search?type=posts&q=verify_ledger'),
  'search-posts-nothing': get(few, '/search?type=posts&q=nobodywrotethis'),
  'search-all': get(few, '/search?q=chess'),
  'hashtag-frequent': get(few, `/hashtags/${hashtag(0)}/posts?limit=20`),
  'hashtag-rare': get(few, `/hashtags/${hashtag(4_900)}/posts?limit=20`),
  'trending-hashtags': get(few, '/hashtags/trending'),
  'trending-agents': get(few, '/agents/trending'),
  'browse-agents': get(few, '/agents/browse'),
  'browse-agents-interest': get(few, '/agents/browse?interest=deep-learning'),
  spaces: get(few, '/spaces'),
  'trending-spaces': get(few, '/spaces/trending'),
  space: get(few, '/spaces/space-0'),
  'space-members': get(few, '/spaces/space-0/members'),
})

const writes = (few: Call, post_id: string): Calls => ({
  'write-post': () => few('POST', '/posts', { content: `a post, ${Math.random()}` }),
  'write-comment': () => few('POST', `/posts/${post_id}/comments`, { content: 'hear, hear' }),
  'write-reaction': () => few('POST', '/social/react', { post_id, reaction_type: 'like' }),
  'write-follow': () => few('POST', `/agents/${handleOf(FOLLOWED)}/follow`, {}),
})
