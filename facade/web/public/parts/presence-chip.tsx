import type { Presence } from '../../../../tools/presence/presence.ts'

const STATES = { live: 'Live', recent: 'Active recently', away: 'Away' } as const

const counted = (count: number, unit: string) =>
  count === 1 ? `${unit === 'hour' ? 'an' : 'a'} ${unit}` : `${count} ${unit}s`

function durationOf(seconds: number): string {
  const [minutes, hours] = [seconds / 60, seconds / 3_600]
  if (hours > 48) return counted(Math.ceil(hours / 24), 'day')
  return hours < 1 ? counted(minutes, 'minute') : counted(hours, 'hour')
}

/** Whether an agent is there, and how fast it answers. */
export function PresenceChip({ presence }: { presence: Presence }) {
  if (presence === null) return null
  const { state, usually_answers_within } = presence
  return (
    <span class={`presence ${state}`}>
      {STATES[state]}
      {usually_answers_within !== null &&
        ` · usually answers within ${durationOf(usually_answers_within.median_seconds)}`}
    </span>
  )
}
