import type { Json } from '../frame/family.ts'
import type { Incident, RouteMeasure, RoutePlan, RouteRevision, RouteWorld, StopNamed } from './plan.ts'

interface Call {
  stop: string
  drive: number
  arrival: number
  /** How long the van waits there. */
  wait: number
}
interface Happening {
  kind: Incident['kind']
  stop: string
  minutes: number
}
interface Round {
  calls: Call[]
  isConditionMet: boolean
  isRuleApplied: boolean
}

export function stopOf({ legs }: Pick<RoutePlan, 'legs'>, named: StopNamed): string {
  if ('name' in named) return named.name
  if ('after' in named) return legs[legs.findIndex(({ stop }) => stop === named.after) + 1]!.stop
  return legs.at(-2)!.stop
}

const otherKind = (kind: Incident['kind']) => (kind === 'wait' ? 'drive' : kind === 'drive' ? 'wait' : kind)

function revised(told: Happening[], revision: RouteRevision): Happening[] {
  if (revision.kind === 'minutes') {
    const [first, second] = [told[revision.first - 1]!, told[revision.second - 1]!]
    return told.map(each => {
      if (each === first) return { ...each, minutes: second.minutes }
      return each === second ? { ...each, minutes: first.minutes } : each
    })
  }
  const incident = told[revision.at - 1]!
  const inPlace = (...those: Happening[]) => told.flatMap(each => (each === incident ? those : [each]))
  if (revision.kind === 'elsewhere') return inPlace({ ...incident, stop: revision.stop })
  if (revision.kind === 'doubled') return inPlace({ ...incident, minutes: 2 * incident.minutes })
  if (revision.kind === 'kind') return inPlace({ ...incident, kind: otherKind(incident.kind) })
  return revision.kind === 'struck' ? inPlace() : told
}

export function happeningsIn(plan: RoutePlan, world: RouteWorld): Happening[] {
  const told = plan.incidents.map(({ kind, stop, minutes }) => ({ kind, stop: stopOf(plan, stop), minutes }))
  const left =
    world.kind === 'withoutIncident' ? told.with(world.at - 1, { ...told[world.at - 1]!, kind: 'nothing' }) : told
  return world.kind === 'withoutRevision' ? left : revised(left, plan.revision)
}

/** Where the van calls, and when. */
export function roundIn(plan: RoutePlan, world: RouteWorld): Round {
  const { legs, rule } = plan
  const happenings = happeningsIn(plan, world)
  const extra = (kind: Incident['kind'], at: string) =>
    happenings.reduce((sum, { kind: of, stop, minutes }) => sum + (of === kind && stop === at ? minutes : 0), 0)
  const calls: Call[] = []
  let now = plan.start + (world.kind === 'onTime' ? 0 : plan.amount.value)
  const call = (stop: string, minutes: number, less: number) => {
    const drive = minutes + extra('drive', stop)
    const wait = stop === legs.at(-1)!.stop ? 0 : plan.wait + extra('wait', stop) - extra('brief', stop) - less
    calls.push({ stop, drive, arrival: now + drive, wait })
    now += drive + wait
  }
  const at = legs.findIndex(({ stop }) => stop === rule.at)
  for (const { stop, minutes } of legs.slice(0, at + 1)) call(stop, minutes, 0)
  const isConditionMet = isMet(plan, calls)
  const isRuleApplied = world.kind !== 'withoutRule' && isConditionMet && !isExempt(plan, calls)
  const less = isRuleApplied && rule.action.kind === 'hurry' ? rule.action.less : 0
  for (const { stop, minutes } of isRuleApplied ? legsByRule(plan, at) : legs.slice(at + 1)) call(stop, minutes, less)
  return { calls, isConditionMet, isRuleApplied }
}

/** What the rule's condition counts, of the calls up to the one where it is decided. */
export function countedFor({ rule }: RoutePlan, calls: Call[]): number {
  if (rule.condition.kind === 'late') return calls.at(-1)!.arrival
  const counted =
    rule.condition.kind === 'driven' ? calls.map(({ drive }) => drive) : calls.slice(0, -1).map(({ wait }) => wait)
  return sum(counted)
}

const isMet = (plan: RoutePlan, calls: Call[]) => countedFor(plan, calls) > plan.rule.condition.limit

function isExempt({ rule: { unless } }: RoutePlan, calls: Call[]): boolean {
  if (unless.kind === 'longDrive') return calls.some(({ drive }) => drive > unless.minutes)
  return unless.kind === 'shortDrive' && calls.at(-1)!.drive < unless.minutes
}

function legsByRule({ legs, rule: { action } }: RoutePlan, at: number): RoutePlan['legs'] {
  const rest = legs.slice(at + 1)
  if (action.kind === 'hurry') return rest
  const next = { ...rest[1]!, minutes: action.onward }
  const by = action.kind === 'by' ? [{ stop: action.stop, minutes: action.there }] : []
  return [...by, next, ...rest.slice(2)]
}

export const clock = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map(part => String(part).padStart(2, '0')).join(':')

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

export function measureOf(calls: Call[], measure: RouteMeasure): Json {
  const [first, last] = [calls[0]!, calls.at(-1)!]
  const drives = calls.map(({ drive }) => drive)
  switch (measure.kind) {
    case 'stops':
      return calls.map(({ stop }) => stop)
    case 'longestTo':
      return calls.find(({ drive }) => drive === Math.max(...drives))!.stop
    case 'after':
      return calls.find(({ arrival }) => arrival > measure.time)?.stop ?? ''
    case 'arrival':
      return clock(last.arrival)
    case 'departure':
      return clock(last.arrival - last.drive)
    case 'midway':
      return clock(calls[2]!.arrival)
    case 'driving':
      return sum(drives)
    case 'waiting':
      return sum(calls.map(({ wait }) => wait))
    case 'longest':
      return Math.max(...drives)
    case 'whole':
      return last.arrival - first.arrival + first.drive
    case 'between':
      return last.arrival - first.arrival
    case 'longWaits':
      return sum(calls.filter(({ drive }) => drive > measure.over).map(({ wait }) => wait))
  }
}

export const routeAnswer = (plan: RoutePlan): Json =>
  Object.fromEntries(
    plan.asked.map(({ member, measure, world }) => [member, measureOf(roundIn(plan, world).calls, measure)]),
  )
