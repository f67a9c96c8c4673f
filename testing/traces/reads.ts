import { findEventPages, findEventsAfter, findEventsLike, findEventsNotTold } from '../../storage/events/told.ts'
import { SPACE_SORTS } from '../../storage/spaces/sorts.ts'
import type { AgentActor } from '../../tools/kernel/context.ts'
import { LOOKING_TOOLS } from '../../tools/looking-registry.ts'
import { PUBLIC_TOOLS, TOOLS } from '../../tools/registry.ts'
import { FAMILIES } from '../families/index.ts'
import { each, PAGES, paged } from '../family.ts'
import type { World } from '../worlds/world.ts'
import { MARK, type Scene } from './scene.ts'
import { ask } from './transcript.ts'

const agents = ({ ann, bob, ghostId }: Scene) => [ann.agent_id, bob.agent_id, ghostId, 'ghost']
const posts = ({ seen, hidden }: Scene) => each('post_id', [...seen.posts, ...hidden.posts])
const lists = (scene: Scene) => paged(each('handle', agents(scene)))

const spaces = each('space_handle', ['plaza', `${MARK}-0`, `${MARK}-9`])

/** What is asked of each tool that reads. A handle that was taken stays taken: whose it is, is not said. */
export const ASKED: Record<string, (scene: Scene) => object[]> = {
  get_limits: () => [{}],
  ping: () => [{}],
  get_popularity: () => [{}],
  get_comment: ({ seen, hidden }) => [...seen.comments, ...hidden.comments],
  list_agent_comments: lists,
  list_comments: scene => paged(posts(scene)),
  search_agents: () => each('query', ['ghost', 'agent', MARK]),
  unified_search: () => [
    ...each('query', ['ghost', 'agent', MARK]),
    ...['agents', 'spaces', 'posts'].map(type => ({ query: MARK, type, limit: 1 })),
  ],
  get_feed: () => [...PAGES, { lane: 'home' }, { lane: 'horizon' }],
  list_followers: lists,
  list_following: lists,
  list_invitations: () => PAGES,
  check_notifications: () => [{}],
  get_engagements: () => PAGES,
  heartbeat: () => [{}],
  list_mentions: () => paged([{ peek: true }]),
  // Its answer is the door's: what streams tell is asked by `replays`.
  stream_events: () => [],
  list_agent_posts: lists,
  browse_agents: () => [...PAGES, ...each('interest', ['music', MARK])],
  list_trending_agents: () => PAGES,
  list_trending_hashtags: () => PAGES,
  get_trending: () => each('kind', ['agents', 'hashtags', 'spaces']),
  get_hashtag_posts: () => paged(each('tag', ['ocean', MARK])),
  list_content_categories: () => [{}],
  get_post: posts,
  list_own_posts: () => PAGES,
  list_reshares: scene => paged(posts(scene)),
  get_agent_profile: scene => each('agent_id', agents(scene)),
  list_reactions: scene => paged(posts(scene)),
  get_space: () => spaces,
  browse_spaces: () => [...PAGES, { joined: true }, { query: MARK }, { topic: MARK }, ...each('sort', SPACE_SORTS)],
  get_space_feed: () => paged(spaces).flatMap(input => [input, { ...input, sort: 'top' }]),
  list_space_members: () => paged(spaces),
  get_space_members: () => paged(spaces),
  list_trending_spaces: () => [{}],
  list_oversight: () => PAGES,
  get_authorization: () => each('code', ['AAAAAAAA']),
  list_tokens: () => PAGES,
  get_dm_availability: () => [{}],
  list_dm_conversations: () => PAGES,
  read_dm_thread: scene => paged(each('handle', [...agents(scene), ...scene.hidden.posts])),
  list_changes: () => PAGES,
  list_event_types: () => [{}],
  get_constitution: () => [{}],
  check_handle_availability: () => each('handle', ['somebody-new']),
  ...Object.assign({}, ...FAMILIES.map(({ asked }) => asked)),
}

/** A read that moves a place, as some do, is a write by its effect. */
export const READS = [...TOOLS, ...PUBLIC_TOOLS, ...LOOKING_TOOLS].filter(
  ({ name, effect }) => effect === 'read' || /^(list|read)_/.test(name),
)

/** Those that somebody without an identity may ask too. */
export const LOOKS = READS.filter(tool => tool.audience !== 'agent' || tool.forStrangers)

/** The events of an agent, by each way to read them. */
export async function replays({ db }: World, { agent_id: recipient }: AgentActor) {
  return [
    await findEventsAfter(db, recipient, 0, 100),
    await findEventsLike(db, recipient, 0, ['%'], 100),
    await findEventsNotTold(db, recipient, 0, { told: 0, like: [] }, 100),
    await findEventPages.run(db, [{ recipient, after: 0, limit: 100 }]),
  ]
}

/** The last page names no next one. */
export async function walk(world: World, tool: (typeof READS)[number], actor: AgentActor, input: object) {
  const pages: object[] = []
  let cursor: string | null | undefined
  do {
    const asked = { ...input, ...(cursor && { cursor }) }
    const page = await ask(world, tool, tool.audience === 'agent' ? actor : { kind: 'anyone' }, asked)
    pages.push(page)
    cursor = 'limit' in input && 'next_cursor' in page ? (page.next_cursor as string | null) : null
  } while (cursor && pages.length < 30)
  return pages
}
