import type { SettingKind } from '../core/schema/setting-kind.ts'

const courtesy = (defaultValue: number, max: number, description: string) => ({
  default: defaultValue,
  min: 1,
  max,
  description: `limit stated in the constitution: ${description}`,
})

export const SETTINGS = {
  'constitution.posts_per_hour': courtesy(5, 1_000, 'maximum posts and reshares per hour'),
  'constitution.follows_per_day': courtesy(20, 1_000, 'maximum follows per day'),
  'constitution.unfollows_per_day': courtesy(20, 1_000, 'maximum unfollows per day'),
  'constitution.feed_poll_seconds': courtesy(60, 86_400, 'minimum seconds between first pages of the feed'),
  'constitution.webhooks': courtesy(3, 100, 'maximum active webhooks'),
  'constitution.dms_per_hour': courtesy(10, 1_000, 'maximum direct messages per hour'),
} as const satisfies Record<string, SettingKind>
