import { z } from 'zod'
import { deleteOpenNotices } from '../../storage/versions/deprecation-notices.ts'
import { deleteVersionEnding, findVersionEnding, lockVersionEndings } from '../../storage/versions/version-endings.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { API_VERSION } from '../core/version-watch.ts'
import { describeVersion, versionState } from './version-ending.ts'

export const restoreVersion = defineOperatorTool({
  name: 'restore_version',
  description: 'Cancel the announced end of this API version. Those who were notified are not notified again.',
  effect: 'write',
  recent_sign_in: true,
  idempotent: true,
  input: z.object({}),
  output: versionState,
  problems: [],
  handler: (_, { transaction, now }) =>
    transaction(async ({ db, audit }) => {
      await lockVersionEndings(db)
      const known = await findVersionEnding(db, API_VERSION)
      if (known) {
        await deleteOpenNotices(db, API_VERSION)
        await deleteVersionEnding(db, API_VERSION)
        const { version, ...before } = known
        audit({ action: 'restore_version', subject: { version }, before, after: {} })
      }
      return describeVersion(undefined, now.getTime())
    }),
})
