import { describeFailure } from './assertions/failure.ts'
import { routesOf } from './assertions/requested-routes.ts'
import { LeftProfile } from './clients/http.ts'
import type { Exchange } from './clients/recorded-exchanges.ts'
import { Skipped, skip } from './skip.ts'
import type { World } from './world.ts'

export { skip } from './skip.ts'

/** Ids of clauses. */
export type Clauses = readonly string[]

/** What a check proves; for a series of similar checks, by title. */
type Proof = Clauses | ((title: string) => Clauses)

/** Runs one check; an exception is its failure, and the scenario continues. */
type Check = (title: string, proof: Proof, run: () => Promise<void> | void) => Promise<void>

/**
 * Starts a check that mostly waits, concurrently with the rest of the run; reported when it has ended. It has its own
 * HTTP client and should use its own agents. It must not change anything that affects everybody.
 */
type Background = (title: string, proof: Proof, run: (world: World) => Promise<void>) => void

export type ScenarioContext = { check: Check; background: Background; world: World }

export type Scenario = { name: string; run: (context: ScenarioContext) => Promise<void> }

export type Outcome = {
  scenario: string
  title: string
  /** Whether it is of a scenario or run as a whole, and of no check. */
  isWhole?: true
  state: 'passed' | 'failed' | 'skipped'
  reason?: string
  /** Of a failure: what other failures may have in common with it. */
  cause?: string
  /** The clauses that it proves; empty for a scenario as a whole. */
  clauses: Clauses
  elapsed_ms: number
  /** The requested routes. */
  routes?: string[]
  /** How much of that time was spent waiting for rate limits. */
  waited_ms?: number
  /** Of a failure: the last request and answer. */
  exchanges?: Exchange[]
}

/** Where background checks run. */
export type BackgroundChecks = { open: () => World; add: (begun: Promise<Outcome>) => void }

type RunContext = {
  world: World
  report: (outcome: Outcome) => void
  backgroundChecks: BackgroundChecks
  /** Why a check is not run, if it is not. */
  refuse: (title: string, clauses: Clauses) => string | undefined
  /** Throws if continuing is pointless. */
  requireServer: () => Promise<void>
}

export function defineScenario(name: string, run: Scenario['run']): Scenario {
  return { name, run }
}

const isSkipping = (error: unknown): boolean => error instanceof Skipped || error instanceof LeftProfile

/** The outcome of a scenario or a run as a whole. */
export const wholeOutcome = (scenario: string, title: string, reason: string): Outcome => ({
  ...{ scenario, isWhole: true, title, clauses: [], state: 'failed', reason, elapsed_ms: 0 },
})

type Attempt = Pick<Outcome, 'scenario' | 'isWhole' | 'title' | 'clauses'> & { run: () => Promise<void> | void }

const clausesBy = (proof: Proof, title: string): Clauses => (typeof proof === 'function' ? proof(title) : proof)

/** Runs it and turns an exception into its outcome. */
async function attempt(
  { world, refuse }: Pick<RunContext, 'world' | 'refuse'>,
  { run, ...named }: Attempt,
): Promise<Outcome> {
  const { options } = world.http
  const { exchanges, waitedMs = 0 } = options
  const start = performance.now()
  const end = (state: Outcome['state']) => {
    const waited_ms = Math.round((options.waitedMs ?? 0) - waitedMs)
    const elapsed_ms = Math.round(performance.now() - start)
    const routes = routesOf(exchanges.takeRequests().map(request => request.replace(` ${world.http.prefix}/`, ' /')))
    return { ...named, state, elapsed_ms, routes, ...(waited_ms > 0 ? { waited_ms } : {}) }
  }
  exchanges.begin()
  try {
    const refusal = refuse(named.title, named.clauses)
    if (refusal) skip(refusal)
    await run()
    return end('passed')
  } catch (thrown) {
    const error = thrown ?? new Error('nothing was thrown')
    if (isSkipping(error)) return { ...end('skipped'), reason: (error as Error).message }
    const last = exchanges.last()
    return { ...end('failed'), ...describeFailure(error, last), exchanges: last }
  }
}

/** Runs a scenario; a failure outside its checks is a separate outcome. */
export async function runScenario({ name: scenario, run }: Scenario, context: RunContext): Promise<void> {
  const { world, report, backgroundChecks, refuse, requireServer } = context
  const check: Check = async (title, proof, run) => {
    report(await attempt(context, { scenario, title, clauses: clausesBy(proof, title), run }))
    await requireServer()
  }
  const background: Background = (title, proof, run) => {
    const ownWorld = backgroundChecks.open()
    const clauses = clausesBy(proof, title)
    const begun = attempt({ world: ownWorld, refuse }, { scenario, title, clauses, run: () => run(ownWorld) })
    backgroundChecks.add(begun.finally(() => ownWorld.http.close()))
  }
  const whole = await attempt(
    { world, refuse: () => undefined },
    {
      scenario,
      isWhole: true,
      title: 'the scenario itself',
      clauses: [],
      run: () => run({ check, background, world }),
    },
  )
  if (whole.state !== 'passed') report(whole)
}
