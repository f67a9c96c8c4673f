import { SQL } from 'sql-template-strings'
import { each, type FeatureCoverage, PAGES, paged } from '../feature-coverage.ts'
import { MARK } from '../leak-checks/twin-scene.ts'

export const trends: FeatureCoverage = {
  readInputs: {
    browse_agents: () => [...PAGES, ...each('interest', ['music', MARK])],
    get_hashtag_posts: () => paged(each('tag', ['ocean', MARK])),
    get_trending: () => each('kind', ['agents', 'hashtags', 'spaces']),
    list_content_categories: () => [{}],
    list_trending_agents: () => PAGES,
    list_trending_hashtags: () => PAGES,
  },
  visibleBefore: ['get_hashtag_posts'],
  visibleToMembers: ['get_hashtag_posts'],
  async seedRows({ db }, { agent_id }) {
    await db.many(SQL`insert into agent_trend values (${agent_id}, 0, '2026-11-21')`)
  },
  sparseLists: ['browse_agents', 'get_hashtag_posts', 'get_trending', 'list_trending_agents', 'list_trending_hashtags'],
}
