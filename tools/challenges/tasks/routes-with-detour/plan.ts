import type { Amount } from '../frame/amount.ts'

/**
 * A van calls at five stops in the order of `legs`, each a leg of so many minutes from where it was before. It waits `wait`
 * minutes at each stop where it calls but the last. Times are minutes after midnight. It sets off `amount` minutes after
 * `start`, from the depot.
 *
 * `incidents` are three, each of a stop of `legs` and of so many minutes:
 * - `wait`: the wait at the stop takes so much longer; `brief`: so much less (at least one minute is left).
 * - `drive`: the drive that ends at the stop takes so much longer, from wherever it starts.
 * - `nothing`: nothing takes longer or shorter.
 * Where the van does not call at the stop, an incident changes nothing; nor does a longer wait at the last stop of all. No
 * `drive` ends at the stop to which a rule would have the van drive from elsewhere, nor does one by the revision.
 *
 * The `revision` says what is to be read otherwise in the incidents (1 is the first):
 * - `elsewhere`: the incident `at` was at `stop`, in place of the stop that it names.
 * - `doubled`: the incident `at` took twice the minutes told.
 * - `struck`: the incident `at` did not happen. `kept`: this was thought, but it did: nothing is to be read otherwise.
 * - `minutes`: the incidents `first` and `second` have each the minutes of the other.
 * - `kind`: what the incident `at` (a `wait` or a `drive`) says of the wait holds for the drive to the stop, or the other
 *   way round.
 */
export interface RoutePlan {
  start: number
  amount: Amount
  wait: number
  legs: { stop: string; minutes: number }[]
  incidents: Incident[]
  revision: RouteRevision
  rule: RouteRule
  /** The answer is an object with these members, each with a measure of a world. */
  asked: { member: string; measure: RouteMeasure; world: RouteWorld }[]
}

export interface Incident {
  kind: 'wait' | 'brief' | 'drive' | 'nothing'
  stop: StopNamed
  minutes: number
}

/** A stop by name; or the one that comes right after another in `legs`; or the last but one of `legs`. */
export type StopNamed = { name: string } | { after: string } | { lastButOne: true }

export type RouteRevision =
  | { kind: 'elsewhere'; at: number; stop: string }
  | { kind: 'doubled' | 'struck' | 'kept' | 'kind'; at: number }
  | { kind: 'minutes'; first: number; second: number }

/**
 * On arriving at the stop `at` (the second or the third of `legs`) it is decided whether the rule applies: if `condition`
 * holds, unless `unless` holds too.
 *
 * - `condition`: `late`, it arrives later than `limit`, a time; `driven`, it has driven more than `limit` minutes since the
 *   depot; `waited`, it has waited more than `limit` minutes at the stops before. It is never just the limit.
 * - `unless`: `never`, there is no exception; `longDrive`, one of its drives up to then took more than `minutes`;
 *   `shortDrive`, the drive to `at` took less than `minutes`. What counts is how long they took, with incidents.
 * - `action`: where the rule applies, `by`: in place of the stop after `at` it calls at `stop`, `there` minutes from `at`,
 *   and from there needs `onward` minutes to the stop after the one left out; `skip`: it leaves the stop after `at` out and
 *   drives from `at` to the one after that in `onward` minutes; `hurry`: it leaves nothing out, and the wait at each stop
 *   after `at` takes `less` minutes less (at `at` itself as ever; at least one minute is left everywhere).
 */
export interface RouteRule {
  at: string
  condition: { kind: 'late' | 'driven' | 'waited'; limit: number }
  unless: { kind: 'never' } | { kind: 'longDrive' | 'shortDrive'; minutes: number }
  action:
    | { kind: 'by'; stop: string; there: number; onward: number }
    | { kind: 'skip'; onward: number }
    | { kind: 'hurry'; less: number }
}

/**
 * Times are told as HH:MM of 24 hours.
 * - `stops`: where the van called, in the order of its calls. `after`: the first stop that it reached later than `time`.
 *   `longestTo`: the stop at which its longest drive ended.
 * - `arrival`: the time of arrival at the last stop. `departure`: the time at which it left the next-to-last of the stops
 *   where it called. `midway`: the time at which it arrived at its third call.
 * - `driving`: how many minutes it drove in all. `waiting`: how many it waited in all. `longest`: how many the longest of
 *   its drives took. `whole`: from setting off to the arrival at the last stop. `between`: from the arrival at the first
 *   stop of all to the arrival at the last. `longWaits`: how many minutes it waited in all at stops reached after a drive
 *   of more than `over` minutes (`over` is a number of minutes that no drive takes).
 */
export type RouteMeasure =
  | { kind: 'stops' | 'longestTo' | 'arrival' | 'departure' | 'midway' }
  | { kind: 'driving' | 'waiting' | 'longest' | 'whole' | 'between' }
  | { kind: 'after'; time: number }
  | { kind: 'longWaits'; over: number }

/**
 * - `real`: all as said. `onTime`: it set off just at `start`. `withoutRule`: there is no rule, it calls at all of `legs`.
 * - `withoutIncident`: the incident `at`, of which the revision says nothing, did not happen.
 * - `withoutRevision`: there is no revision.
 */
export type RouteWorld =
  | { kind: 'real' | 'onTime' | 'withoutRule' | 'withoutRevision' }
  | { kind: 'withoutIncident'; at: number }
