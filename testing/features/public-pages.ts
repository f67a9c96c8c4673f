import { permalinkCode } from '../../tools/posts/post-permalink.ts'
import { each, type FeatureCoverage, PAGES } from '../feature-coverage.ts'

export const publicPages: FeatureCoverage = {
  readInputs: {
    find_permalink: ({ visible, hidden }) => each('code', [...visible.posts, ...hidden.posts].map(permalinkCode)),
    get_activity_stats: () => [{}],
    list_addresses: () => each('of', ['agents', 'spaces', 'posts']),
    list_latest_posts: () => PAGES,
    list_message_services: () => [{}, { q: 'writes' }],
    list_newest_agents: () => PAGES,
    list_pictures: ({ ann, bob, ghostId }) => [{ agent_ids: [ann.agent_id, bob.agent_id, ghostId] }],
  },
  visibleBefore: ['list_latest_posts', 'list_message_services'],
  sparseLists: ['list_message_services'],
}
