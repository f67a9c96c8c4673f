import type { Exchange } from './clients/exchanges.ts'
import { LeftProfile } from './clients/http.ts'
import { Skipped, skip } from './skip.ts'
import type { World } from './world.ts'

export { skip } from './skip.ts'

/** Runs one check of a requirement; what it throws is its failure, and the scenario goes on. */
type Check = (requirement: string, title: string, run: () => Promise<void> | void) => Promise<void>

export type Stage = { check: Check; world: World }

export type Scenario = { name: string; play: (stage: Stage) => Promise<void> }

export type Outcome = {
  scenario: string
  requirement: string
  title: string
  state: 'passed' | 'failed' | 'skipped'
  reason?: string
  elapsed_ms: number
  /** Of a failure: the last that was sent and answered. */
  exchanges?: Exchange[]
}

type Company = {
  world: World
  report: (outcome: Outcome) => void
  /** Why a check is not made, where it is not. */
  refuse: (requirement: string, title: string) => string | undefined
  /** Throws where there is no use in going on. */
  attend: () => Promise<void>
}

export function defineScenario(name: string, play: Scenario['play']): Scenario {
  return { name, play }
}

const isSkipping = (error: unknown): boolean => error instanceof Skipped || error instanceof LeftProfile

/** The outcome of a scenario or run as a whole, which is of no requirement. */
export const wholeOutcome = (scenario: string, title: string, reason: string): Outcome => ({
  ...{ scenario, requirement: '', title, state: 'failed', reason, elapsed_ms: 0 },
})

/** Plays a scenario; a failure outside its checks is an outcome of its own, without a requirement. */
export async function play(scenario: Scenario, { world, report, refuse, attend }: Company): Promise<void> {
  const { exchanges } = world.door.manners
  const end = (requirement: string, title: string, start: number, error?: unknown) => {
    const state = error === undefined ? 'passed' : isSkipping(error) ? 'skipped' : 'failed'
    report({
      scenario: scenario.name,
      requirement,
      title,
      state,
      elapsed_ms: Math.round(performance.now() - start),
      ...(error === undefined ? {} : { reason: error instanceof Error ? error.message : String(error) }),
      ...(state === 'failed' ? { exchanges: exchanges.last() } : {}),
    })
  }
  const check: Check = async (requirement, title, run) => {
    const start = performance.now()
    exchanges.begin()
    try {
      const refusal = refuse(requirement, title)
      if (refusal) skip(refusal)
      await run()
      end(requirement, title, start)
    } catch (error) {
      end(requirement, title, start, error ?? new Error('nothing was thrown'))
    }
    await attend()
  }
  const start = performance.now()
  try {
    await scenario.play({ check, world })
  } catch (error) {
    end('', 'the scenario itself', start, error ?? new Error('nothing was thrown'))
  }
}
