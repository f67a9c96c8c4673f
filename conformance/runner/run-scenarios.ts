import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { prefix } from '../clients/rest.ts'
import {
  type Clauses,
  type Outcome,
  runScenario,
  type Scenario,
  type WaitingChecks,
  wholeOutcome,
} from '../scenario.ts'
import type { World } from '../world.ts'

const minuteMs = 60_000
const scenarioMinutes = 10
/** After this many consecutive unanswered requests, the suite checks whether the server is still there. */
const suspiciousSilence = 3

type Programme = {
  world: World
  chosen: Scenario[]
  minutes: number
  /** Ends the run early. */
  stop: AbortSignal
  refuse: (title: string, clauses: Clauses) => string | undefined
  begin: (scenario: string) => void
  tell: (outcome: Outcome) => void
}

class ServerGone extends Error {
  override message = 'the server no longer responds'
}

/** Plays the scenarios for at most this many minutes, while the server answers. Returns whether it still does. */
export async function runScenarios(programme: Programme): Promise<boolean> {
  const asides = openAsides(programme)
  programme.world.operator?.beforeChanges(asides.settle)
  try {
    return await performAll(programme, asides)
  } finally {
    await asides.settle()
  }
}

/** Checks that run beside the scenarios; reported when all have ended. */
function openAsides({ world, stop, begin, tell }: Programme) {
  let begun: Promise<Outcome>[] = []
  let settling = Promise.resolve()
  const late = new AbortController()
  const signal = AbortSignal.any([stop, late.signal])
  setMaxListeners(0, signal)
  async function settleAll(): Promise<void> {
    const all = begun
    begun = []
    const timer = setTimeout(() => late.abort(new Error('timed out')), scenarioMinutes * minuteMs)
    const outcomes = await Promise.all(all)
    clearTimeout(timer)
    if (stop.aborted) return
    for (const name of new Set(outcomes.map(({ scenario }) => scenario))) {
      begin(`${name}, beside others`)
      for (const outcome of outcomes) if (outcome.scenario === name) tell(outcome)
    }
  }
  return {
    open: () => world.aside(signal),
    keep: (one: Promise<Outcome>) => void begun.push(one),
    settle() {
      settling = settling.then(settleAll)
      return settling
    },
  }
}

async function performAll(
  { minutes, chosen, tell, stop, ...programme }: Programme,
  asides: WaitingChecks,
): Promise<boolean> {
  const deadline = performance.now() + minutes * minuteMs
  for (const [index, scenario] of chosen.entries()) {
    const leftMs = deadline - performance.now()
    if (leftMs <= 0 || stop.aborted) {
      const why = stop.aborted ? 'interrupted' : `not over within ${minutes} minutes`
      const reason = `${why}: ${chosen.length - index} scenarios were not played`
      tell(wholeOutcome('run', 'the run as a whole', reason))
      return true
    }
    programme.begin(scenario.name)
    const ms = Math.min(leftMs, scenarioMinutes * minuteMs)
    if (!(await playWithin(ms, scenario, { ...programme, asides, stop, tell }))) return false
  }
  return true
}

type Company = Omit<Programme, 'minutes' | 'chosen' | 'begin'> & { asides: WaitingChecks }

/** Plays one scenario with its own HTTP client, which is closed afterwards. */
async function playWithin(
  ms: number,
  scenario: Scenario,
  { world, asides, stop, refuse, tell }: Company,
): Promise<boolean> {
  const ending = new AbortController()
  setMaxListeners(0, ending.signal)
  const stage = world.throughNewDoor(ending.signal)
  const report = (outcome: Outcome) => {
    if (!ending.signal.aborted) tell(outcome)
  }
  let isThere = true
  const attend = async () => {
    isThere &&= ending.signal.aborted || (await answers(stage))
    if (!isThere) throw new ServerGone()
  }
  const playing = runScenario(scenario, { world: stage, asides, report, refuse, attend }).then(attend)
  const bell = AbortSignal.any([stop, ending.signal])
  const late = pause(ms, `not over within ${Math.ceil(ms / 1000)} s`, { signal: bell }).catch(() => 'interrupted')
  const end = await Promise.race([playing.catch(() => {}), late])
  if (end) report(wholeOutcome(scenario.name, 'the scenario itself', end))
  ending.abort()
  stage.door.close()
  return isThere
}

/** Whether the server responds, checked after it did not. */
async function answers({ door }: World): Promise<boolean> {
  if (door.manners.exchanges.unanswered < suspiciousSilence) return true
  const ask = () =>
    door.sendOnce({ path: `${prefix}/version` }).then(
      () => true,
      () => false,
    )
  return (await ask()) || pause(2000).then(ask)
}
