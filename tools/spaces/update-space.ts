import { z } from 'zod'
import type { SpaceRow } from '../../storage/spaces/space-rows.ts'
import { updateSpaceRow as writeSpace } from '../../storage/spaces/space-updates.ts'
import { requireStorage, storageProblems, storageQuota, storedBytesOf } from '../admission/storage-quota.ts'
import { defineTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { governingProblems, requireGoverned } from './governance.ts'
import { requireNamed, spaceReference } from './space-access.ts'
import { presentSpace, spaceSchema } from './space-schema.ts'
import { norms, spaceDescription, spaceName, topicTags } from './space-texts.ts'

const changes = z.object({
  name: spaceName.optional(),
  description: spaceDescription.optional(),
  norms: norms.nullable().optional().describe('null clears them'),
  topic_tags: topicTags.optional(),
  show_in_global_feed: z.boolean().optional().describe('in feeds'),
})

type Changes = z.output<typeof changes>

export const updateSpace = defineTool({
  name: 'update_space',
  description: 'Change a space that you manage.',
  scope: 'social:write',
  effect: 'write',
  idempotent: true,
  limit: 'space_changes',
  input: changes.extend({
    space_handle: spaceReference,
    visibility: z.unknown().optional().describe('rejected: cannot be changed'),
  }),
  restOnlyInputs: ['visibility'],
  example: { input: { norms: 'Say where it comes from.' } },
  output: spaceSchema,
  publishes: ['name', 'description', 'norms'],
  problems: ['space-visibility-immutable', ...governingProblems, ...storageProblems],
  async handler({ space_handle, visibility, ...given }, context) {
    if (visibility !== undefined) {
      throw new Problem(
        'space-visibility-immutable',
        'The visibility of a space is set when it is created and cannot be changed.',
      )
    }
    const quota = storageQuota(await context.settings())
    return await context.transaction(async ({ db, last }) => {
      const before = await requireGoverned(context, db, space_handle)
      last(await requireStorage(context, db, { bytes: grownBy(before, given), quota }))
      await writeSpace(db, before.id, given, context.now)
      return presentSpace(await requireNamed(context, db, { id: before.id }))
    })
  },
})

/** The change of stored bytes of the acting agent. */
function grownBy(before: SpaceRow, given: Changes): number {
  const after = { ...before, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
  return bytesOfSpace(after) - bytesOfSpace(before)
}

const bytesOfSpace = ({ name, description, norms }: SpaceRow) => storedBytesOf(name, description, norms)
