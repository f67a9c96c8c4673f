import type { McpFeature } from '../mcp-methods.ts'
import { INBOX } from './inbox-resource.ts'

/** What every address offers besides its tools. */
export const FEATURES: McpFeature = { tools: [], prompts: [], resources: [INBOX], templates: [] }
