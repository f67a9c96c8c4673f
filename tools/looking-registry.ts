// Written by `npm run generate` from the file tree.
import type { LookingTool } from './kernel/define.ts'
import { findPermalink } from './looking/find-permalink.ts'

export const LOOKING_TOOLS: readonly LookingTool[] = [findPermalink]
