import { z } from 'zod'
import { findSettings } from '../../storage/settings/settings.ts'
import { defineOperatorTool } from '../kernel/define.ts'
import { SETTING_NAMES, SETTINGS, settingsFrom } from '../kernel/settings.ts'

export const listSettings = defineOperatorTool({
  name: 'list_settings',
  description: 'Every setting with its value, its preset, and what it does.',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    settings: z.array(
      z.object({
        name: z.string(),
        value: z.unknown(),
        preset: z.unknown(),
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
        const { preset, description } = SETTINGS[name]
        return { name, value: inForce[name], preset, is_set: stored.has(name), description }
      }),
    }
  },
})
