import { z } from 'zod'
import { defineOperatorTool } from '../kernel/define.ts'
import { changedSetting, changeSetting, settingName } from './change.ts'

export const unsetSetting = defineOperatorTool({
  name: 'unset_setting',
  description: 'Bring a setting back to its preset.',
  effect: 'write',
  recent_sign_in: true,
  idempotent: true,
  input: z.object({ name: settingName }),
  output: changedSetting,
  problems: [],
  handler: ({ name }, context) => changeSetting(name, undefined, context),
})
