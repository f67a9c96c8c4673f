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
type Aside = (title: string, proof: Proof, run: (world: World) => Promise<void>) => void

export type Stage = { check: Check; aside: Aside; world: World }

export type Scenario = { name: string; play: (stage: Stage) => Promise<void> }

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
export type WaitingChecks = { open: () => World; keep: (begun: Promise<Outcome>) => void }

type Company = {
  world: World
  report: (outcome: Outcome) => void
  asides: WaitingChecks
  /** Why a check is not run, if it is not. */
  refuse: (title: string, clauses: Clauses) => string | undefined
  /** Throws if continuing is pointless. */
  attend: () => Promise<void>
}

export function defineScenario(name: string, play: Scenario['play']): Scenario {
  return { name, play }
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
  { world, refuse }: Pick<Company, 'world' | 'refuse'>,
  { run, ...named }: Attempt,
): Promise<Outcome> {
  const { manners } = world.door
  const { exchanges, waitedMs = 0 } = manners
  const start = performance.now()
  const end = (state: Outcome['state']) => {
    const waited_ms = Math.round((manners.waitedMs ?? 0) - waitedMs)
    const elapsed_ms = Math.round(performance.now() - start)
    const routes = routesOf(exchanges.takeAsked().map(asked => asked.replace(` ${world.door.prefix}/`, ' /')))
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

/** Plays a scenario; a failure outside its checks is a separate outcome. */
export async function runScenario({ name: scenario, play }: Scenario, company: Company): Promise<void> {
  const { world, report, asides, refuse, attend } = company
  const check: Check = async (title, proof, run) => {
    report(await attempt(company, { scenario, title, clauses: clausesBy(proof, title), run }))
    await attend()
  }
  const aside: Aside = (title, proof, run) => {
    const own = asides.open()
    const clauses = clausesBy(proof, title)
    const begun = attempt({ world: own, refuse }, { scenario, title, clauses, run: () => run(own) })
    asides.keep(begun.finally(() => own.door.close()))
  }
  const whole = await attempt(
    { world, refuse: () => undefined },
    { scenario, isWhole: true, title: 'the scenario itself', clauses: [], run: () => play({ check, aside, world }) },
  )
  if (whole.state !== 'passed') report(whole)
}
