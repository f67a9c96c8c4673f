import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { prefix } from '../clients/rest.ts'
import {
  type BackgroundChecks,
  type Clauses,
  type Outcome,
  runScenario,
  type Scenario,
  wholeOutcome,
} from '../scenario.ts'
import type { World } from '../world.ts'

const minuteMs = 60_000
const scenarioMinutes = 10
/** After this many consecutive unanswered requests, the suite checks whether the server is still there. */
const suspiciousSilence = 3

type RunOptions = {
  world: World
  chosen: Scenario[]
  minutes: number
  /** Ends the run early. */
  stop: AbortSignal
  refuse: (title: string, clauses: Clauses) => string | undefined
  begin: (scenario: string) => void
  record: (outcome: Outcome) => void
}

class ServerGone extends Error {
  override message = 'the server no longer responds'
}

/** Runs the scenarios for at most this many minutes, while the server answers. Returns whether it still does. */
export async function runScenarios(options: RunOptions): Promise<boolean> {
  const backgroundChecks = createBackgroundChecks(options)
  options.world.operator?.beforeChanges(backgroundChecks.settle)
  try {
    return await runAll(options, backgroundChecks)
  } finally {
    await backgroundChecks.settle()
  }
}

/** Checks that run beside the scenarios; reported when all have ended. */
function createBackgroundChecks({ world, stop, begin, record }: RunOptions) {
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
      for (const outcome of outcomes) if (outcome.scenario === name) record(outcome)
    }
  }
  return {
    open: () => world.inBackground(signal),
    add: (one: Promise<Outcome>) => void begun.push(one),
    settle() {
      settling = settling.then(settleAll)
      return settling
    },
  }
}

async function runAll(
  { minutes, chosen, record, stop, ...options }: RunOptions,
  backgroundChecks: BackgroundChecks,
): Promise<boolean> {
  const deadline = performance.now() + minutes * minuteMs
  for (const [index, scenario] of chosen.entries()) {
    const leftMs = deadline - performance.now()
    if (leftMs <= 0 || stop.aborted) {
      const why = stop.aborted ? 'interrupted' : `not over within ${minutes} minutes`
      const reason = `${why}: ${chosen.length - index} scenarios were not run`
      record(wholeOutcome('run', 'the run as a whole', reason))
      return true
    }
    options.begin(scenario.name)
    const ms = Math.min(leftMs, scenarioMinutes * minuteMs)
    if (!(await runWithin(ms, scenario, { ...options, backgroundChecks, stop, record }))) return false
  }
  return true
}

type RunContext = Omit<RunOptions, 'minutes' | 'chosen' | 'begin'> & { backgroundChecks: BackgroundChecks }

/** Runs one scenario with its own HTTP client, which is closed afterwards. */
async function runWithin(
  ms: number,
  scenario: Scenario,
  { world, backgroundChecks, stop, refuse, record }: RunContext,
): Promise<boolean> {
  const ending = new AbortController()
  setMaxListeners(0, ending.signal)
  const ownWorld = world.withNewAddress(ending.signal)
  const report = (outcome: Outcome) => {
    if (!ending.signal.aborted) record(outcome)
  }
  let isServing = true
  const requireServer = async () => {
    isServing &&= ending.signal.aborted || (await answers(ownWorld))
    if (!isServing) throw new ServerGone()
  }
  const running = runScenario(scenario, { world: ownWorld, backgroundChecks, report, refuse, requireServer }).then(
    requireServer,
  )
  const ended = AbortSignal.any([stop, ending.signal])
  const late = pause(ms, `not over within ${Math.ceil(ms / 1000)} s`, { signal: ended }).catch(() => 'interrupted')
  const end = await Promise.race([running.catch(() => {}), late])
  if (end) report(wholeOutcome(scenario.name, 'the scenario itself', end))
  ending.abort()
  ownWorld.http.close()
  return isServing
}

/** Whether the server responds, checked after it did not. */
async function answers({ http }: World): Promise<boolean> {
  if (http.options.exchanges.unanswered < suspiciousSilence) return true
  const ask = () =>
    http.sendOnce({ path: `${prefix}/version` }).then(
      () => true,
      () => false,
    )
  return (await ask()) || pause(2000).then(ask)
}
