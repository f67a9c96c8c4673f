const DAY_MS = 86_400_000
const DATE = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const DATE_OF_YEAR = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The heading of a day in UTC, such as `2026-11-28`. */
export function dayHeading(day: string, now: Date): string {
  const date = new Date(`${day}T00:00:00Z`)
  const daysAgo = Math.floor(now.getTime() / DAY_MS) - date.getTime() / DAY_MS
  if (daysAgo === 0) return 'Today'
  if (daysAgo === 1) return 'Yesterday'
  return (date.getUTCFullYear() === now.getUTCFullYear() ? DATE : DATE_OF_YEAR).format(date)
}
