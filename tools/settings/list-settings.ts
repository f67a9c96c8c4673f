import { z } from 'zod'
import { findSettings } from '../../storage/settings/setting-rows.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { SETTING_NAMES, SETTINGS, settingsFrom } from '../core/setting-values.ts'

export const listSettings = defineOperatorTool({
  name: 'list_settings',
  description: 'Every setting with its value, default and description.',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    settings: z.array(
      z.object({
        name: z.string(),
        value: z.unknown(),
        default: z.unknown(),
        is_set: z.boolean(),
        description: z.string(),
      }),
    ),
  }),
  problems: [],
  async handler(_, { db }) {
    const stored = await findSettings(db)
    const inForce = settingsFrom(stored)
    return {
      settings: SETTING_NAMES.map(name => {
        const { default: defaultValue, description } = SETTINGS[name]
        return { name, value: inForce[name], default: defaultValue, is_set: stored.has(name), description }
      }),
    }
  },
})
