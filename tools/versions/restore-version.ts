import { z } from 'zod'
import { deleteOpenNotices } from '../../storage/versions/deprecation-notices.ts'
import { deleteVersionEnding, findVersionEnding, lockVersionEndings } from '../../storage/versions/version-endings.ts'
import { defineOperatorTool } from '../kernel/define.ts'
import { VERSION } from '../kernel/version-ending.ts'
import { describeVersion, versionState } from './ending.ts'

export const restoreVersion = defineOperatorTool({
  name: 'restore_version',
  description: 'Take back that this version of the interface ends; who was told of it is not told otherwise.',
  effect: 'write',
  recent_sign_in: true,
  idempotent: true,
  input: z.object({}),
  output: versionState,
  problems: [],
  handler: (_, { transaction, now }) =>
    transaction(async ({ db, audit }) => {
      await lockVersionEndings(db)
      const known = await findVersionEnding(db, VERSION)
      if (known) {
        await deleteOpenNotices(db, VERSION)
        await deleteVersionEnding(db, VERSION)
        const { version, ...before } = known
        audit({ action: 'restore_version', subject: { version }, before, after: {} })
      }
      return describeVersion(undefined, now.getTime())
    }),
})
