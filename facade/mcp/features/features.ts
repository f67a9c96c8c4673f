import type { OfferedFeatures } from '../catalogue/tool-catalogue.ts'
import type { Catalogue } from '../mcp-methods.ts'
import type { ServedSkill } from '../served-skill.ts'
import { skillResources } from '../skills.ts'
import { createFindAndUse } from './find-and-use.ts'
import { INBOX } from './inbox-resource.ts'
import { PROMPTS } from './prompts.ts'
import { type Guides, guideTemplate, TOOL_TEMPLATES } from './templates.ts'

export interface FeatureDeps {
  /** The catalogue of all tools of the service. */
  all(): Catalogue
  guides: Guides
  skills: readonly ServedSkill[]
  /** Features of tests. */
  added?: OfferedFeatures['added'] | undefined
}

/** What the addresses offer besides tools of the service. */
export const createFeatures = ({ all, guides, skills, added = new Map() }: FeatureDeps): OfferedFeatures => ({
  everywhere: {
    tools: [],
    prompts: PROMPTS,
    resources: [INBOX, ...skillResources(skills)],
    templates: [...TOOL_TEMPLATES, guideTemplate(guides)],
  },
  lean: createFindAndUse(all),
  added,
})
