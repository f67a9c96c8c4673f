import { z } from 'zod'
import { defineOperatorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { type SettingName, settingSchemas } from '../core/setting-values.ts'
import { changedSetting, changeSetting, settingName } from './change-setting.ts'

export const setSetting = defineOperatorTool({
  name: 'set_setting',
  description: 'Change a setting. Running servers apply it within a second.',
  effect: 'write',
  recent_sign_in: true,
  idempotent: true,
  input: z.object({
    name: settingName,
    value: z.union([z.string().max(1_000), z.number(), z.boolean()]).describe('as JSON or a plain word: true, on, 0.4'),
  }),
  output: changedSetting,
  problems: [],
  handler: async ({ name, value }, context) => changeSetting(name, requireValue(name, value), context),
})

const LITERALS = new Map<string, unknown>([
  ['on', true],
  ['off', false],
])

/** The value, parsed from text if necessary. */
function requireValue(name: SettingName, value: string | number | boolean) {
  const schema = settingSchemas[name]
  const meant = typeof value === 'string' ? [parseJson(value), LITERALS.get(value)] : []
  for (const candidate of [value, ...meant]) {
    const parsed = schema.safeParse(candidate)
    if (parsed.success) return parsed.data
  }
  const issue = schema.safeParse(meant[0] ?? value).error?.issues[0]
  throw new Problem('validation-error', 'The value is not valid for this setting.', {
    errors: [{ pointer: '/value', code: issue?.code ?? 'invalid_value', message: issue?.message ?? 'is not valid' }],
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
