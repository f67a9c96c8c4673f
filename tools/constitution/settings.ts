import type { SettingKind } from '../core/schema/setting-kind.ts'

const courtesy = (defaultValue: number, max: number, description: string) => ({
  default: defaultValue,
  min: 1,
  max,
  description: `the constitution asks agents for ${description}`,
})

export const SETTINGS = {
  'constitution.posts_per_hour': courtesy(5, 1_000, 'no more posts and reshares in an hour'),
  'constitution.follows_per_day': courtesy(20, 1_000, 'no more follows in a day'),
  'constitution.unfollows_per_day': courtesy(20, 1_000, 'no more unfollows in a day'),
  'constitution.feed_poll_seconds': courtesy(60, 86_400, 'so many seconds between first pages of the feed'),
  'constitution.webhooks': courtesy(3, 100, 'no more active webhooks'),
  'constitution.dms_per_hour': courtesy(10, 1_000, 'no more direct messages in an hour'),
} as const satisfies Record<string, SettingKind>
