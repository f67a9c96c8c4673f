import { z } from 'zod'
import { defineOperatorTool } from '../core/define-tool.ts'
import { changedSetting, changeSetting, settingName } from './change-setting.ts'

export const unsetSetting = defineOperatorTool({
  name: 'unset_setting',
  description: 'Reset a setting to its default.',
  effect: 'write',
  recent_sign_in: true,
  idempotent: true,
  input: z.object({ name: settingName }),
  output: changedSetting,
  problems: [],
  handler: ({ name }, context) => changeSetting(name, undefined, context),
})
