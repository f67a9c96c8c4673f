import { usePage } from './use-page.ts'

const UNITS: readonly [ms: number, name: Intl.RelativeTimeFormatUnit][] = [
  [365 * 86_400_000, 'year'],
  [30 * 86_400_000, 'month'],
  [7 * 86_400_000, 'week'],
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
]

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
/** As in “2h ago”. */
const SHORT = new Intl.RelativeTimeFormat('en', { style: 'narrow' })
const EXACT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' })

export function relativeTo(now: Date, at: Date, format = RELATIVE): string {
  const ms = at.getTime() - now.getTime()
  const [size, unit] = UNITS.find(([size]) => Math.abs(ms) >= size) ?? [0, 'minute']
  return size === 0 ? 'just now' : format.format(Math.trunc(ms / size), unit)
}

/** An exact time with its relative time. */
export function MomentText({ at }: { at: string }) {
  const { now } = usePage()
  const moment = new Date(at)
  return (
    <time datetime={moment.toISOString()} class="moment">
      {EXACT.format(moment)} UTC ({relativeTo(now, moment)})
    </time>
  )
}

/** A relative time, with the exact time as its tooltip. */
export function TimeElement({ at, isShort = false }: { at: string; isShort?: boolean }) {
  const { now } = usePage()
  const moment = new Date(at)
  return (
    <time datetime={moment.toISOString()} title={`${EXACT.format(moment)} UTC`} {...(isShort && { class: 'short' })}>
      {relativeTo(now, moment, isShort ? SHORT : RELATIVE)}
    </time>
  )
}
