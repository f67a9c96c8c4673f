import { type Amount, earlierAmount } from '../frame/amount.ts'
import type { Draw } from '../frame/draw.ts'
import { drawUntil, isLinked } from '../frame/draw-until.ts'
import type { Earlier } from '../frame/family.ts'
import { membersFrom, thingsFrom } from '../frame/names.ts'
import { countedFor, happeningsIn, measureOf, roundIn, routeAnswer, stopOf } from './answer.ts'
import type { Incident, RouteMeasure, RoutePlan, RouteRevision, RouteRule, RouteWorld, StopNamed } from './plan.ts'

const REAL: RouteWorld = { kind: 'real' }

/** What is drawn before all else, so that what seldom comes out sound comes as often as what often does. */
const drawShape = (draw: Draw) => {
  const unless = draw.pick(['never', 'longDrive', 'shortDrive'] as const)
  return {
    condition: draw.pick(['late', 'driven', 'waited'] as const),
    unless,
    action: draw.pick(['by', 'skip', 'hurry'] as const),
    revision: draw.pick(['elsewhere', 'doubled', 'struck', 'kept', 'minutes', 'kind'] as const),
    outcome: draw.pick(['applied', 'applied', unless === 'never' ? 'applied' : 'exempt', 'unmet'] as const),
  }
}
type Shape = ReturnType<typeof drawShape>

export function drawRoute(draw: Draw, earlier: Earlier): RoutePlan {
  const amount = earlierAmount(draw, earlier, 6, 55)
  const shape = drawShape(draw)
  return drawUntil(
    draw,
    drawn => drawOnce(drawn, amount, shape),
    plan => isSound(plan, shape.outcome),
  )
}

function drawOnce(draw: Draw, amount: Amount, shape: Shape): RoutePlan | undefined {
  const [by, ...stops] = thingsFrom(draw, 6) as [string, ...string[]]
  const legs = stops.map(stop => ({ stop, minutes: draw.integer(8, 47) }))
  const incidents = drawIncidents(draw, stops)
  const revision = drawRevision(draw, stops, shape.revision)
  const plan: RoutePlan = {
    start: draw.integer(72, 108) * 5,
    amount,
    wait: draw.integer(9, 14),
    legs,
    incidents,
    revision,
    rule: drawRule(draw, shape, stops, by),
    asked: [],
  }
  if (isDetourReported(plan)) return
  const limit = drawLimit(draw, plan, shape)
  if (limit === undefined) return
  const limited = { ...plan, rule: { ...plan.rule, condition: { kind: shape.condition, limit } } }
  return { ...limited, asked: drawAsked(draw, limited) }
}

/** Whether a drive that the rule would replace is told to have taken longer. */
function isDetourReported(plan: RoutePlan): boolean {
  const { action, at } = plan.rule
  const next = plan.legs[plan.legs.findIndex(({ stop }) => stop === at) + 2]!.stop
  const told = [...happeningsIn(plan, REAL), ...happeningsIn(plan, { kind: 'withoutRevision' })]
  return action.kind !== 'hurry' && told.some(({ kind, stop }) => kind === 'drive' && stop === next)
}

/** Of waits a limit that the regular ones, or those told without the remark, are on the other side of; none where there is none. */
function drawLimit(draw: Draw, plan: RoutePlan, { condition, outcome }: Shape): number | undefined {
  const calls = callsUntilRule(plan)
  const counted = countedFor(plan, calls)
  const isMet = outcome !== 'unmet'
  const distance = draw.integer(1, 9)
  if (condition !== 'waited') return isMet ? counted - distance : counted + distance
  const others = [plan.wait * (calls.length - 1), countedFor(plan, callsUntilRule(plan, { kind: 'withoutRevision' }))]
  const least = isMet ? Math.min(...others) : counted + 1
  const greatest = isMet ? counted - 1 : Math.max(...others) - 1
  return least <= greatest ? draw.integer(least, greatest) : undefined
}

const callsUntilRule = (plan: RoutePlan, world = REAL) => {
  const { calls } = roundIn(plan, world)
  return calls.slice(0, calls.findIndex(({ stop }) => stop === plan.rule.at) + 1)
}

function drawRule(draw: Draw, shape: Shape, stops: string[], by: string): RouteRule {
  const onward = draw.integer(9, 38)
  const minutes = draw.integer(15, 45)
  return {
    at: stops[draw.integer(1, 2)]!,
    condition: { kind: shape.condition, limit: 0 },
    unless: shape.unless === 'never' ? { kind: 'never' } : { kind: shape.unless, minutes },
    action: {
      by: { kind: 'by' as const, stop: by, there: draw.integer(9, 38), onward },
      skip: { kind: 'skip' as const, onward },
      hurry: { kind: 'hurry' as const, less: draw.integer(2, 4) },
    }[shape.action],
  }
}

/** Three, of three stops, one of which may be told by its place in the round. */
function drawIncidents(draw: Draw, stops: string[]): Incident[] {
  const kinds = draw.sample(['wait', 'wait', 'brief', 'drive', 'drive', 'nothing', 'nothing'] as const, 3)
  const places = draw.sample([0, 1, 2, 3], 3)
  const described = draw.integer(0, 2)
  return kinds.map((kind, at) => {
    const place = places[at]!
    const telling: StopNamed[] = place === 0 ? [] : [{ after: stops[place - 1]! }]
    if (place === stops.length - 2) telling.push({ lastButOne: true })
    const stop = at === described && telling.length > 0 ? draw.pick(telling) : { name: stops[place]! }
    return { kind, stop, minutes: draw.integer(2, 8) }
  })
}

function drawRevision(draw: Draw, stops: string[], kind: RouteRevision['kind']): RouteRevision {
  const at = draw.integer(1, 3)
  if (kind === 'elsewhere') return { kind, at, stop: draw.pick(stops.slice(0, -1)) }
  if (kind !== 'minutes') return { kind, at }
  const [first, second] = draw.sample([1, 2, 3], 2).sort() as [number, number]
  return { kind, first, second }
}

function drawAsked(draw: Draw, plan: RoutePlan): RoutePlan['asked'] {
  const { revision } = plan
  const touched = revision.kind === 'minutes' ? [revision.first, revision.second] : [revision.at]
  const world: RouteWorld = draw.pick([
    { kind: 'onTime' },
    { kind: 'withoutRule' },
    { kind: 'withoutRevision' },
    { kind: 'withoutIncident', at: draw.pick([1, 2, 3].filter(at => !touched.includes(at))) },
  ] as const)
  const time = roundIn(plan, REAL).calls.at(-draw.integer(1, 3))!.arrival - draw.integer(2, 11)
  const course: RouteMeasure = draw.pick([{ kind: 'stops' }, { kind: 'longestTo' }, { kind: 'after', time }] as const)
  const hour: RouteMeasure = { kind: draw.pick(['arrival', 'departure', 'midway'] as const) }
  const minutes: RouteMeasure = draw.pick([
    { kind: draw.pick(['driving', 'waiting', 'longest', 'whole', 'between'] as const) },
    { kind: 'longWaits', over: draw.integer(16, 38) },
  ] as const)
  const measured = draw.pick([
    draw.shuffle([[course, REAL] as const, [hour, REAL] as const, [minutes, world] as const]),
    draw.shuffle([[course, world] as const, [hour, REAL] as const, [minutes, REAL] as const]),
    [[hour, REAL] as const, [minutes, REAL] as const, [hour, world] as const],
    [[hour, REAL] as const, [minutes, REAL] as const, [minutes, world] as const],
  ])
  const members = membersFrom(draw, measured.length)
  return measured.map(([measure, of], at) => ({ member: members[at]!, measure, world: of }))
}

function isSound(plan: RoutePlan, outcome: Shape['outcome']): boolean {
  const { calls, isConditionMet, isRuleApplied } = roundIn(plan, REAL)
  const { calls: without } = roundIn(plan, { kind: 'withoutRevision' })
  const isSame = JSON.stringify(calls) === JSON.stringify(without)
  return (
    isConditionMet === (outcome !== 'unmet') &&
    isRuleApplied === (outcome === 'applied') &&
    isSame === (plan.revision.kind === 'kept') &&
    plan.rule.condition.limit !== plan.amount.value &&
    isPlaceRight(plan) &&
    plan.asked.every(asked => isAskedSound(plan, asked)) &&
    isLinked(plan, routeAnswer)
  )
}

/** Nothing is moved to where it was, nor is there anything to mix up where there is no wait or drive. */
function isPlaceRight({ incidents, legs, revision }: RoutePlan): boolean {
  if (revision.kind === 'kept' || revision.kind === 'struck' || revision.kind === 'minutes') return true
  const { kind, stop } = incidents[revision.at - 1]!
  if (revision.kind === 'elsewhere') return stopOf({ legs }, stop) !== revision.stop
  return revision.kind === 'doubled' || kind === 'wait' || kind === 'drive'
}

function isAskedSound(plan: RoutePlan, { measure, world }: RoutePlan['asked'][number]): boolean {
  const real = roundIn(plan, REAL).calls
  const { calls } = roundIn(plan, world)
  const drives = calls.map(({ drive }) => drive)
  const counted = countedFor(plan, calls.slice(0, calls.findIndex(({ stop }) => stop === plan.rule.at) + 1))
  const value = measureOf(calls, measure)
  if (calls.some(({ wait }, at) => at < calls.length - 1 && wait < 1)) return false
  if (counted === plan.rule.condition.limit || value === '' || (typeof value === 'number' && value < 10)) return false
  if (measure.kind === 'longestTo' && drives.filter(drive => drive === Math.max(...drives)).length > 1) return false
  if (measure.kind === 'after' && calls.some(({ arrival }) => arrival === measure.time)) return false
  if (measure.kind === 'after' && calls[0]!.arrival > measure.time) return false
  if (measure.kind === 'longWaits' && (drives.includes(measure.over) || measure.over === plan.amount.value))
    return false
  return world.kind === 'real' || JSON.stringify(value) !== JSON.stringify(measureOf(real, measure))
}
