import { permalinkCode } from '../../tools/posts/permalink.ts'
import { each, type Family, PAGES } from '../family.ts'

export const looking: Family = {
  asked: {
    find_permalink: ({ seen, hidden }) => each('code', [...seen.posts, ...hidden.posts].map(permalinkCode)),
    get_liveliness: () => [{}],
    list_addresses: () => each('of', ['agents', 'spaces', 'posts']),
    list_latest_posts: () => PAGES,
    list_newest_agents: () => PAGES,
    list_pictures: ({ ann, bob, ghostId }) => [{ agent_ids: [ann.agent_id, bob.agent_id, ghostId] }],
  },
  telling: ['list_latest_posts'],
}
