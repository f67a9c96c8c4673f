import { z } from 'zod'
import { deleteSetting, findSettings, lockSettings, putSetting } from '../../storage/settings/setting-rows.ts'
import type { Context, OperatorActor } from '../core/context.ts'
import { SETTING_NAMES, SETTINGS, type SettingName, settingsFrom } from '../core/setting-values.ts'

export const settingName = z.enum(SETTING_NAMES).describe('as shown by `setting list`')

/** A setting after a change. */
export const changedSetting = z.object({
  name: z.string(),
  value: z.unknown(),
  default: z.unknown(),
  is_set: z.boolean(),
})

/** Sets a setting to a valid value, or resets it. */
export function changeSetting(
  name: SettingName,
  wanted: unknown,
  { transaction, now }: Context<OperatorActor>,
): Promise<z.input<typeof changedSetting>> {
  const { default: defaultValue } = SETTINGS[name]
  return transaction(async ({ db, audit }) => {
    await lockSettings(db)
    const stored = await findSettings(db)
    const before = { value: settingsFrom(stored)[name], is_set: stored.has(name) }
    const after = { value: wanted ?? defaultValue, is_set: wanted !== undefined }
    if (before.value !== after.value || before.is_set !== after.is_set) {
      await (wanted === undefined ? deleteSetting(db, name) : putSetting(db, name, wanted, now))
      audit({
        action: wanted === undefined ? 'unset_setting' : 'set_setting',
        subject: { setting: name },
        before,
        after,
      })
    }
    return { name, default: defaultValue, ...after }
  })
}
