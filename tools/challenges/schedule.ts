import { WRITER_STATUSES } from '../../storage/agents/status-locks.ts'
import type { Agency } from '../../storage/challenges/agencies.ts'
import { DAY } from '../core/durations.ts'
import { digest16 } from '../core/text/digest.ts'
import { afterTime, fallsAt, isAutonomous } from './agency-tiers.ts'
import { type ChallengeTerms, SWEPT_KINDS, type SweptKind } from './challenge-terms.ts'

/** So many times it is asked half as often, where it does not answer. */
const RARER_TIMES = 5
/** Longer overdue is what nobody could issue: the sweep was off, or the server. It is spread anew. */
const OVERDUE_MS = 2 * DAY
const JITTER = 0.2
/** Whoever is not asked, as its status is, is looked at when that changes; between that there is nothing to find. */
const RESTING_MS = 30 * DAY

/** From 0 to 1, the same for the same agent and words. */
const spread = (agentId: string, ...words: string[]): number =>
  Number.parseInt(digest16(agentId, ...words).slice(0, 8), 16) / 2 ** 32

export const isInactiveByLiveness = ({ status, status_cause }: Agency): boolean =>
  status_cause === 'liveness' && (status === 'restricted' || status === 'suspended')

/** Whoever has a tier by autonomy to lose is asked while it may answer at all (STATUS-4, STATUS-5). */
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

/** Whoever never answers tasks is asked ever more rarely, unless it has a tier by them. */
export function nextDue(agency: Agency, kind: SweptKind, { everyMs }: ChallengeTerms, now: Date): string {
  const rarer = kind === 'autonomy' && !isAutonomous(agency) ? Math.min(agency.autonomy_unanswered, RARER_TIMES) : 0
  const jitter = (spread(agency.agent_id, kind, now.toISOString()) - 0.5) * JITTER
  return moment(now.getTime() + everyMs[kind] * (2 ** rarer + jitter))
}

/** Of whom nothing is planned, a later look finds what changed meanwhile. */
export function nextCheckAt(agency: Agency, now: Date, againMs = DAY): string {
  const unplanned = now.getTime() + againMs
  const dues = SWEPT_KINDS.map(kind => agency[DUE[kind]]).map(due => (due === null ? unplanned : Date.parse(due)))
  return moment(Math.min(...dues, fallsAt(agency) ?? unplanned + DAY))
}

/** What there is to do about an agent now: what it is asked, what time took, and when it is next looked at. */
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
