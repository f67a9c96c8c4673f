import path from 'node:path'
import { parseArgs } from 'node:util'
import { readProtocol } from '../protocol.ts'
import { readSources, scenariosProving } from '../runner/scenarios-by-clause.ts'
import type { Outcome } from '../scenario.ts'
import { scenarios as known } from '../scenarios/index.ts'
import { build, CannotTry, type Copy, copyCheckout, failingTests, withDefect } from './copy.ts'
import { ROOT } from './repository.ts'
import { type Mutant, readMutants } from './rules.ts'
import { withServer } from './suite-server.ts'
import { isKilled, judgeTrial, newFailures, repeatedFailures, resultOf, type Trial } from './trial.ts'

const usage = `Usage: mutants [--only NAME,...] [--whole]

Gives a copy of the server one defect of conformance/mutants/ after the other and runs the scenarios that check the
clauses it breaks and a few others against it, or all scenarios with --whole; for defects that name tests, these tests.`

const FOLDER = path.join(ROOT, 'conformance/mutants')

/** Run against every defect, although they prove other clauses. */
const BYSTANDERS = ['posts', 'bearer on REST', 'follow and unfollow', 'MCP: tools']

type Lab = {
  copy: Copy
  /** The scenarios that run against a defect. */
  scenariosFor: (mutant: Mutant) => string[]
  /** Outcomes of these scenarios without a defect. */
  sound: (mutant: Mutant) => Promise<Outcome[]>
  /** Of its tests, those that fall without a defect. */
  unsound: (mutant: Mutant) => string[]
}

function openPlan(isWhole: boolean): Lab['scenariosFor'] {
  const all = known.map(({ name }) => name)
  const sources = readSources(readProtocol())
  return ({ clauses }) => {
    const chosen = [...scenariosProving(clauses, sources), ...BYSTANDERS]
    return isWhole ? all : all.filter(name => chosen.includes(name))
  }
}

/** Once for each setting of the limits. */
function openBaseline(copy: Copy, mutants: Mutant[], plan: Lab['scenariosFor']): Lab['sound'] {
  const byLimits = new Map<boolean, Promise<Outcome[]>>()
  return ({ rate_limits }) => {
    const scenarioNames = mutants.filter(mutant => mutant.rate_limits === rate_limits).flatMap(plan)
    const outcomes =
      byLimits.get(rate_limits) ?? withServer(copy, rate_limits, runSuite => runSuite([...new Set(scenarioNames)]))
    byLimits.set(rate_limits, outcomes)
    return outcomes
  }
}

/** The test files that fail without a defect. */
function openTestsBaseline(copy: Copy): Lab['unsound'] {
  const isFailing = new Map<string, boolean>()
  return ({ tests }) => {
    for (const file of tests) if (!isFailing.has(file)) isFailing.set(file, failingTests(copy, [file]).length > 0)
    return tests.filter(file => isFailing.get(file))
  }
}

async function attemptByTests({ copy, unsound }: Lab, mutant: Mutant): Promise<Trial> {
  // What the defect before left compiled.
  build(copy)
  const before = unsound(mutant)
  if (before.length > 0) throw new CannotTry(`without the defect too these fall: ${before.join(' ')}`)
  return await withDefect(copy, mutant, async () => {
    build(copy)
    const fell = failingTests(copy, mutant.tests)
    return { mutant, fell: fell.length, missed: mutant.tests.filter(file => !fell.includes(file)), strays: [] }
  })
}

async function attempt(lab: Lab, mutant: Mutant): Promise<Trial> {
  const { copy } = lab
  const before = await lab.sound(mutant)
  return await withDefect(copy, mutant, async () => {
    build(copy)
    return await withServer(copy, mutant.rate_limits, async runSuite => {
      const fell = newFailures(before, await runSuite(lab.scenariosFor(mutant)))
      const trial = judgeTrial(mutant, fell)
      if (trial.strays.length === 0) return trial
      const again = newFailures(before, await runSuite([...new Set(trial.strays.map(({ scenario }) => scenario))]))
      return { ...trial, strays: repeatedFailures(trial.strays, again) }
    })
  })
}

async function tryMutant(lab: Lab, mutant: Mutant): Promise<Trial> {
  try {
    return await (mutant.tests.length > 0 ? attemptByTests(lab, mutant) : attempt(lab, mutant))
  } catch (error) {
    if (!(error instanceof CannotTry)) throw error
    return { mutant, fell: 0, missed: [], strays: [], broken: error.message }
  }
}

function choose(all: Mutant[], only: string | undefined): Mutant[] {
  const names = only?.split(',')
  const unknown = names?.find(name => !all.some(mutant => mutant.name === name))
  if (unknown !== undefined) throw new Error(`there is no mutant ${unknown}`)
  return all.filter(({ name }) => names?.includes(name) ?? true)
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, whole: { type: 'boolean', default: false } } })
  const all = readMutants(FOLDER)
  const mutants = choose(all, values.only)
  const copy = copyCheckout(ROOT)
  const trials: Trial[] = []
  try {
    build(copy)
    const scenariosFor = openPlan(values.whole)
    const lab = {
      copy,
      scenariosFor,
      sound: openBaseline(copy, mutants, scenariosFor),
      unsound: openTestsBaseline(copy),
    }
    for (const mutant of mutants) {
      const trial = await tryMutant(lab, mutant)
      trials.push(trial)
      console.log(`${mutant.name}: ${resultOf(trial)}, ${trial.fell} checks failed`)
    }
  } finally {
    copy.remove()
  }
  console.log(`${trials.filter(isKilled).length} of ${trials.length} killed`)
  return trials.every(isKilled) ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  process.exitCode = 2
}
