import type { Json } from '../frame/family.ts'
import type { Incident, RouteMeasure, RoutePlan, RouteWorld, StopNamed } from '../routes-with-detour/plan.ts'
import { sumOf } from './asked.ts'

interface Call {
  stop: string
  drive: number
  wait: number
}

interface Round {
  begin: number
  calls: Call[]
}

/** Plans both rounds, with the rule and without, and looks which of them the first part of the way allows. */
export function solveRoute(plan: RoutePlan): Json {
  return Object.fromEntries(
    plan.asked.map(({ member, measure, world }) => [member, measured(measure, roundIn(plan, world))]),
  )
}

function roundIn(plan: RoutePlan, world: RouteWorld): Round {
  const begin = plan.start + (world.kind === 'onTime' ? 0 : plan.amount.value)
  const incidents = incidentsIn(plan, world)
  const regular = { begin, calls: callsAt(plan.legs, incidents, plan) }
  const isRuled = world.kind !== 'withoutRule' && applies(plan.rule, regular)
  return isRuled ? { begin, calls: ruled(plan, incidents) } : regular
}

interface At {
  number: number
  kind: Incident['kind']
  stop: string
  minutes: number
}

function incidentsIn({ incidents, legs, revision }: RoutePlan, world: RouteWorld): At[] {
  const told = incidents.map(({ kind, stop, minutes }, at) => ({
    number: at + 1,
    kind,
    stop: stopOf(stop, legs),
    minutes,
  }))
  const read = world.kind === 'withoutRevision' ? told : told.map(incident => asRead(incident, told, revision))
  const isStruck = ({ number }: At) =>
    (world.kind === 'withoutIncident' && world.at === number) ||
    (world.kind !== 'withoutRevision' && revision.kind === 'struck' && revision.at === number)
  return read.filter(incident => !isStruck(incident))
}

function stopOf(stop: StopNamed, legs: RoutePlan['legs']): string {
  if ('name' in stop) return stop.name
  if ('after' in stop) return legs[legs.findIndex(leg => leg.stop === stop.after) + 1]!.stop
  return legs.at(-2)!.stop
}

function asRead(incident: At, all: At[], revision: RoutePlan['revision']): At {
  const { number, kind } = incident
  if (revision.kind === 'minutes') {
    if (number === revision.first) return { ...incident, minutes: all[revision.second - 1]!.minutes }
    if (number === revision.second) return { ...incident, minutes: all[revision.first - 1]!.minutes }
    return incident
  }
  if (number !== revision.at) return incident
  if (revision.kind === 'elsewhere') return { ...incident, stop: revision.stop }
  if (revision.kind === 'doubled') return { ...incident, minutes: 2 * incident.minutes }
  return revision.kind === 'kind' ? { ...incident, kind: kind === 'wait' ? 'drive' : 'wait' } : incident
}

function callsAt(legs: RoutePlan['legs'], incidents: At[], { wait }: RoutePlan): Call[] {
  return legs.map(({ stop, minutes }, index) => {
    const of = (kind: At['kind']) =>
      sumOf(incidents.flatMap(one => (one.stop === stop && one.kind === kind ? [one.minutes] : [])))
    const waited = wait + of('wait') - of('brief')
    return { stop, drive: minutes + of('drive'), wait: index === legs.length - 1 ? 0 : waited }
  })
}

function applies({ at, condition, unless }: RoutePlan['rule'], { begin, calls }: Round): boolean {
  const before = calls.slice(0, calls.findIndex(({ stop }) => stop === at) + 1)
  const drives = before.map(({ drive }) => drive)
  const waited = sumOf(before.slice(0, -1).map(({ wait }) => wait))
  const measure = { late: begin + waited + sumOf(drives), driven: sumOf(drives), waited }[condition.kind]
  if (measure === condition.limit) throw new Error('it is just the limit')
  if (measure < condition.limit) return false
  if (unless.kind === 'never') return true
  return !(unless.kind === 'longDrive' ? Math.max(...drives) > unless.minutes : drives.at(-1)! < unless.minutes)
}

function ruled(plan: RoutePlan, incidents: At[]): Call[] {
  const { legs } = plan
  const { at, action } = plan.rule
  const next = legs.findIndex(({ stop }) => stop === at) + 1
  if (action.kind === 'hurry') {
    return callsAt(legs, incidents, plan).map((call, index) =>
      index < next || index === legs.length - 1 ? call : { ...call, wait: call.wait - action.less },
    )
  }
  const onward = { stop: legs[next + 1]!.stop, minutes: action.onward }
  const by = action.kind === 'by' ? [{ stop: action.stop, minutes: action.there }, onward] : [onward]
  return callsAt(legs.toSpliced(next, 2, ...by), incidents, plan)
}

function measured(measure: RouteMeasure, { begin, calls }: Round): Json {
  const driving = sumOf(calls.map(({ drive }) => drive))
  const waiting = sumOf(calls.map(({ wait }) => wait))
  const arrivals = calls.map((_, at) => {
    const before = calls.slice(0, at)
    return begin + sumOf(before.map(({ drive, wait }) => drive + wait)) + calls[at]!.drive
  })
  const longest = Math.max(...calls.map(({ drive }) => drive))
  const last = arrivals.at(-1)!
  switch (measure.kind) {
    case 'stops':
      return calls.map(({ stop }) => stop)
    case 'after':
      return calls[arrivals.findIndex(arrival => arrival > measure.time)]!.stop
    case 'longestTo':
      return onlyOne(calls.filter(({ drive }) => drive === longest)).stop
    case 'arrival':
      return clock(last)
    case 'departure':
      return clock(last - calls.at(-1)!.drive)
    case 'midway':
      return clock(arrivals[2]!)
    case 'driving':
      return driving
    case 'waiting':
      return waiting
    case 'longest':
      return longest
    case 'whole':
      return driving + waiting
    case 'between':
      return last - arrivals[0]!
    case 'longWaits':
      return sumOf(calls.flatMap(({ drive, wait }) => (drive > measure.over ? [wait] : [])))
  }
}

function onlyOne<T>(things: T[]): T {
  if (things.length !== 1) throw new Error(`there are ${things.length}`)
  return things[0]!
}

const clock = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':')
