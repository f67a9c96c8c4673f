import type { World } from './world.ts'

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
}

class Skipped extends Error {}

export function defineScenario(name: string, play: Scenario['play']): Scenario {
  return { name, play }
}

/** Ends a check that cannot be made here, with the reason. */
export function skip(reason: string): never {
  throw new Skipped(reason)
}

/** Plays a scenario; a failure outside its checks is an outcome of its own, without a requirement. */
export async function play(scenario: Scenario, world: World, report: (outcome: Outcome) => void): Promise<void> {
  const attempt = async (requirement: string, title: string, run: () => Promise<void> | void) => {
    const start = performance.now()
    const end = (state: Outcome['state'], error?: unknown) =>
      report({
        scenario: scenario.name,
        requirement,
        title,
        state,
        elapsed_ms: Math.round(performance.now() - start),
        ...(error instanceof Error ? { reason: error.message } : {}),
      })
    try {
      await run()
      end('passed')
    } catch (error) {
      end(error instanceof Skipped ? 'skipped' : 'failed', error instanceof Error ? error : new Error(String(error)))
    }
  }
  try {
    await scenario.play({ check: attempt, world })
  } catch (error) {
    await attempt('', 'the scenario itself', () => Promise.reject(error))
  }
}
