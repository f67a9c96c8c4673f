import type { AttackContext } from './attack-context.ts'
import type { Tally } from './report/tally.ts'

/** A way to cause a server more cost than a client may; it runs in a separate process. */
export interface Attack {
  name: string
  /** For the report, after the name. */
  description: string
  /** Rate limits prevent its preparation. */
  needsLimitsOff?: true
  /** It receives webhooks, and an operator assigns agents to an owner. */
  needsHooks?: true
  /** Prepares everything, so that the attack starts with its first request. */
  prepare(context: AttackContext): Promise<(attackRun: AttackRun) => Promise<void>>
}

/** One run of an attack: its end, and the counts of its requests. */
export interface AttackRun {
  tally: Tally
  isOver(): boolean
  /** Resolves when the time is over. */
  over: Promise<void>
}
