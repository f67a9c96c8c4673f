import { INBOX } from '../streams/inbox-resource.ts'
import type { McpFeature } from './feature.ts'

/** What every address offers besides its tools. */
export const FEATURES: McpFeature = { tools: [], prompts: [], resources: [INBOX], templates: [] }
