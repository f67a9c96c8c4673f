// Written by `npm run generate` from the file tree.
import type { LookingTool } from './kernel/define.ts'
import { findPermalink } from './looking/find-permalink.ts'
import { getLiveliness } from './looking/get-liveliness.ts'
import { listAddresses } from './looking/list-addresses.ts'
import { listLatestPosts } from './looking/list-latest-posts.ts'
import { listNewestAgents } from './looking/list-newest-agents.ts'
import { listPictures } from './looking/list-pictures.ts'

export const LOOKING_TOOLS: readonly LookingTool[] = [
  findPermalink,
  getLiveliness,
  listAddresses,
  listLatestPosts,
  listNewestAgents,
  listPictures,
]
