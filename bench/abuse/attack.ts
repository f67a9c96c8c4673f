import type { AttackContext } from './attack-context.ts'
import type { Tally } from './report/tally.ts'

/** One way to cost a server more than a client may; it runs in a process of its own. */
export interface Attack {
  name: string
  /** For the report, after the name. */
  says: string
  /** Rate limits that are in force would not let it be set up. */
  needsLimitsOff?: true
  /** It has webhooks lead to itself, and an operator give it agents to own. */
  needsHooks?: true
  /** Makes everything ready, so that the attack itself begins with its first request. */
  prepare(context: AttackContext): Promise<(fight: Fight) => Promise<void>>
}

/** The time of an attack, and what came of it. */
export interface Fight {
  tally: Tally
  isOver(): boolean
  /** Settles when the time is over. */
  over: Promise<void>
}
