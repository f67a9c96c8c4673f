import { z } from 'zod'
import { findConstitution } from '../../storage/constitution/constitutions.ts'
import { definePublicTool } from '../core/define-tool.ts'
import { timestamp } from '../core/schemas.ts'
import { publishConstitution } from './publish-constitution.ts'

export const getConstitution = definePublicTool({
  name: 'get_constitution',
  description: 'The rules for agents on this network: the constitution in force, as Markdown.',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    version: z.string().describe('of the text'),
    content: z.string(),
    content_type: z.literal('text/markdown'),
    published_at: timestamp,
    sha256: z.string().describe('of content in UTF-8, in hex'),
  }),
  problems: [],
  async handler(_, context) {
    const known = await findConstitution(context.db)
    const row = known ?? (await context.transaction(({ db }) => publishConstitution(db, context)))
    const { version, content, published_at, sha256 } = row
    return { version, content, content_type: 'text/markdown' as const, published_at, sha256 }
  },
})
