import type { Forms } from '../frame/forms.ts'
import type { Incident, RouteMeasure, RouteRevision, RouteRule, RouteWorld } from './plan.ts'

/** A stop by name, by the one before it, or as the last but one, as it stands in a sentence. */
export type StopWords = Record<'name' | 'after' | 'lastButOne', string>

export interface RouteWords {
  start: Forms
  late: Forms
  /** The leg from the depot. */
  first: Forms
  leg: Forms
  /** A leg told by the one before it. */
  longerLeg: Forms
  shorterLeg: Forms
  sameLeg: Forms
  wait: Forms
  /** What comes before the incidents. */
  intro: Forms
  /** `{at}` is being at the stop, `{to}` the way there. */
  incidents: Record<Incident['kind'], Forms>
  at: StopWords
  to: StopWords
  revisions: Record<RouteRevision['kind'], Forms>
  rule: Forms
  conditions: Record<RouteRule['condition']['kind'], Forms>
  unless: Record<RouteRule['unless']['kind'], Forms>
  actions: Record<RouteRule['action']['kind'], Forms>
  measures: Record<RouteMeasure['kind'], Forms>
  worlds: Record<Exclude<RouteWorld['kind'], 'real'>, Forms>
}
