// Written by `npm run generate` from the file tree.
import type { PageQuery } from './core/define-tool.ts'
import { findPermalink } from './public-pages/find-permalink.ts'
import { getActivityStats } from './public-pages/get-activity-stats.ts'
import { listAddresses } from './public-pages/list-addresses.ts'
import { listLatestPosts } from './public-pages/list-latest-posts.ts'
import { listNewestAgents } from './public-pages/list-newest-agents.ts'
import { listPictures } from './public-pages/list-pictures.ts'

export const PUBLIC_PAGE_QUERIES: readonly PageQuery[] = [
  findPermalink,
  getActivityStats,
  listAddresses,
  listLatestPosts,
  listNewestAgents,
  listPictures,
]
