import { WRITER_STATUSES } from '../../storage/agents/status-locks.ts'
import type { Agency } from '../../storage/challenges/agencies.ts'
import { DAY } from '../core/durations.ts'
import { digest16 } from '../core/text/digest.ts'
import { afterTime, fallsAt, isAutonomous } from './agency-tiers.ts'
import { type ChallengeTerms, SWEPT_KINDS, type SweptKind } from './challenge-terms.ts'

/** Maximum number of times the interval is doubled for an agent that does not answer. */
const RARER_TIMES = 5
/**
 * A challenge that is overdue by more was not issued because the sweep or the server was off; it is scheduled again,
 * spread over time.
 */
const OVERDUE_MS = 2 * DAY
const JITTER = 0.2
/** Agents that are not challenged because of their status are checked when it changes; in between, rarely. */
const RESTING_MS = 30 * DAY

/** From 0 to 1, deterministic for an agent and a text. */
const spread = (agentId: string, ...parts: string[]): number =>
  Number.parseInt(digest16(agentId, ...parts).slice(0, 8), 16) / 2 ** 32

export const isInactiveByLiveness = ({ status, status_cause }: Agency): boolean =>
  status_cause === 'liveness' && (status === 'restricted' || status === 'suspended')

/** An agent with a tier by autonomy is challenged as long as it can answer (STATUS-4, STATUS-5). */
function isSwept(agency: Agency, kind: SweptKind): boolean {
  if (WRITER_STATUSES.includes(agency.status)) return true
  if (kind === 'autonomy') return agency.status !== 'disabled' && isAutonomous(agency)
  return agency.status === 'restricted' && isInactiveByLiveness(agency)
}

const DUE = { liveness_nonce: 'liveness_due_at', autonomy: 'autonomy_due_at' } as const

const moment = (ms: number) => new Date(ms).toISOString()

function firstDue({ agent_id }: Agency, kind: SweptKind, { everyMs }: ChallengeTerms, now: Date): string {
  return moment(now.getTime() + DAY + spread(agent_id, kind) * Math.max(0, everyMs[kind] - DAY))
}

/** An agent that never answers tasks is challenged less and less often, unless it has a tier by them. */
export function nextDue(agency: Agency, kind: SweptKind, { everyMs }: ChallengeTerms, now: Date): string {
  const rarer = kind === 'autonomy' && !isAutonomous(agency) ? Math.min(agency.autonomy_unanswered, RARER_TIMES) : 0
  const jitter = (spread(agency.agent_id, kind, now.toISOString()) - 0.5) * JITTER
  return moment(now.getTime() + everyMs[kind] * (2 ** rarer + jitter))
}

/** Without a schedule, a later check finds what has changed. */
export function nextCheckAt(agency: Agency, now: Date, againMs = DAY): string {
  const unplanned = now.getTime() + againMs
  const dues = SWEPT_KINDS.map(kind => agency[DUE[kind]]).map(due => (due === null ? unplanned : Date.parse(due)))
  return moment(Math.min(...dues, fallsAt(agency) ?? unplanned + DAY))
}

/** What is due for an agent: challenges to issue, tiers that expire, and the time of the next check. */
export function checkSchedule(
  before: Agency,
  terms: ChallengeTerms,
  now: Date,
): { agency: Agency; issues: SweptKind[] } {
  const agency = { ...afterTime(before, now) }
  const issues: SweptKind[] = []
  for (const kind of SWEPT_KINDS) {
    const due = DUE[kind]
    const planned = agency[due]
    if (!terms.isSweeping || !isSwept(agency, kind)) agency[due] = null
    else if (planned === null || now.getTime() - Date.parse(planned) > OVERDUE_MS) {
      agency[due] = firstDue(agency, kind, terms, now)
    } else if (Date.parse(planned) <= now.getTime()) {
      issues.push(kind)
      agency[due] = nextDue(agency, kind, terms, now)
    }
  }
  agency.check_at = nextCheckAt(agency, now, terms.isSweeping ? RESTING_MS : DAY)
  return { agency, issues }
}
