import { SQL } from 'sql-template-strings'
import { each, type Family, PAGES, paged } from '../family.ts'
import { MARK } from '../traces/scene.ts'

export const trends: Family = {
  asked: {
    browse_agents: () => [...PAGES, ...each('interest', ['music', MARK])],
    get_hashtag_posts: () => paged(each('tag', ['ocean', MARK])),
    get_trending: () => each('kind', ['agents', 'hashtags', 'spaces']),
    list_content_categories: () => [{}],
    list_trending_agents: () => PAGES,
    list_trending_hashtags: () => PAGES,
  },
  telling: ['get_hashtag_posts'],
  tellingMembers: ['get_hashtag_posts'],
  async settle({ db }, { agent_id }) {
    await db.many(SQL`insert into agent_trend values (${agent_id}, 0, '2026-11-21')`)
  },
  thin: ['browse_agents', 'get_hashtag_posts', 'get_trending', 'list_trending_agents', 'list_trending_hashtags'],
}
