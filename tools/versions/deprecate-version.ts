import { z } from 'zod'
import { deleteOpenNotices, insertNotice } from '../../storage/versions/deprecation-notices.ts'
import { findVersionEnding, lockVersionEndings, putVersionEnding } from '../../storage/versions/version-endings.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { instant } from '../core/schemas.ts'
import { API_VERSION } from '../core/version-watch.ts'
import { addMonths, COEXISTENCE_MONTHS, describeVersion, SECOND_NOTICE_MONTHS, versionState } from './version-ending.ts'

export const deprecateVersion = defineOperatorTool({
  name: 'deprecate_version',
  description: 'Announce the end of this API version, to agents with an event and to owners by mail.',
  effect: 'destructive',
  recent_sign_in: true,
  input: z.object({
    migration_guide_url: z
      .url({ protocol: /^https$/, error: 'must be an https URL' })
      .max(500)
      .regex(/^[\x21-\x3b\x3d\x3f-\x7e]+$/, 'must contain only visible ASCII characters')
      .describe('how to migrate to the next version'),
    sunset_at: instant.optional().describe('at least six months from now, which is the default'),
    successor_version: z
      .int()
      .min(API_VERSION + 1)
      .max(1_000)
      .default(API_VERSION + 1)
      .describe('the version that replaces it'),
  }),
  output: versionState,
  problems: [],
  handler: ({ migration_guide_url, sunset_at, successor_version }, { transaction, newId, now }) =>
    transaction(async ({ db, audit }) => {
      await lockVersionEndings(db)
      const known = await findVersionEnding(db, API_VERSION)
      const announced_at = now.toISOString()
      const ending = {
        version: API_VERSION,
        successor_version,
        announced_at,
        migration_guide_url,
        deprecated_at: known?.deprecated_at ?? announced_at,
        sunset_at: requireLate(sunset_at, addMonths(now, COEXISTENCE_MONTHS)).toISOString(),
      }
      await putVersionEnding(db, ending)
      await deleteOpenNotices(db, API_VERSION)
      for (const due_at of [now, addMonths(now, SECOND_NOTICE_MONTHS)]) {
        await insertNotice(db, { id: newId(), version: API_VERSION, due_at })
      }
      const { version, ...after } = ending
      const { version: _, ...before } = known ?? { version }
      audit({ action: 'deprecate_version', subject: { version }, before, after })
      return describeVersion(ending, now.getTime())
    }),
})

function requireLate(given: string | undefined, earliest: Date): Date {
  if (given === undefined) return earliest
  const sunset = new Date(given)
  if (sunset >= earliest) return sunset
  throw new Problem('validation-error', 'A version must be announced at least six months before it ends.', {
    errors: [{ pointer: '/sunset_at', code: 'too_small', message: `must not be before ${earliest.toISOString()}` }],
  })
}
