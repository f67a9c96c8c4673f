import path from 'node:path'
import { parseArgs } from 'node:util'
import { readProtocol } from '../protocol.ts'
import { readSources, scenariosProving } from '../runner/scenarios-by-clause.ts'
import type { Outcome } from '../scenario.ts'
import { scenarios as known } from '../scenarios/index.ts'
import { build, CannotTry, type Copy, copyCheckout, fallenTests, withDefect } from './copy.ts'
import { withServer } from './play.ts'
import { ROOT } from './repository.ts'
import { type Mutant, readMutants } from './rules.ts'
import { fallen, fallenTwice, isKilled, judgeTrial, resultOf, type Trial } from './trial.ts'

const usage = `Usage: mutants [--only NAME,...] [--whole]

Gives a copy of the server one defect of conformance/mutants/ after the other and runs the scenarios that check the
clauses it breaks and a few others against it, or all scenarios with --whole; for defects that name tests, these tests.`

const FOLDER = path.join(ROOT, 'conformance/mutants')

/** Played against every defect, for what they have to do with none but their own. */
const BYSTANDERS = ['posts', 'bearer on REST', 'follow and unfollow', 'MCP: tools']

type Lab = {
  copy: Copy
  /** The scenarios that are played against a defect. */
  played: (mutant: Mutant) => string[]
  /** What is played against those of its kind, without a defect. */
  sound: (mutant: Mutant) => Promise<Outcome[]>
  /** Of its tests, those that fall without a defect. */
  unsound: (mutant: Mutant) => string[]
}

function openPlan(isWhole: boolean): Lab['played'] {
  const all = known.map(({ name }) => name)
  const sources = readSources(readProtocol())
  return ({ clauses }) => {
    const chosen = [...scenariosProving(clauses, sources), ...BYSTANDERS]
    return isWhole ? all : all.filter(name => chosen.includes(name))
  }
}

/** Once for each setting of the limits. */
function openBaseline(copy: Copy, mutants: Mutant[], plan: Lab['played']): Lab['sound'] {
  const played = new Map<boolean, Promise<Outcome[]>>()
  return ({ rate_limits }) => {
    const asked = mutants.filter(mutant => mutant.rate_limits === rate_limits).flatMap(plan)
    const outcomes = played.get(rate_limits) ?? withServer(copy, rate_limits, play => play([...new Set(asked)]))
    played.set(rate_limits, outcomes)
    return outcomes
  }
}

/** The same of files of tests. */
function openTestsBaseline(copy: Copy): Lab['unsound'] {
  const played = new Map<string, boolean>()
  return ({ tests }) => {
    for (const file of tests) if (!played.has(file)) played.set(file, fallenTests(copy, [file]).length > 0)
    return tests.filter(file => played.get(file))
  }
}

async function attemptByTests({ copy, unsound }: Lab, mutant: Mutant): Promise<Trial> {
  // What the defect before left compiled.
  build(copy)
  const before = unsound(mutant)
  if (before.length > 0) throw new CannotTry(`without the defect too these fall: ${before.join(' ')}`)
  return await withDefect(copy, mutant, async () => {
    build(copy)
    const fell = fallenTests(copy, mutant.tests)
    return { mutant, fell: fell.length, missed: mutant.tests.filter(file => !fell.includes(file)), strays: [] }
  })
}

async function attempt(lab: Lab, mutant: Mutant): Promise<Trial> {
  const { copy } = lab
  const before = await lab.sound(mutant)
  return await withDefect(copy, mutant, async () => {
    build(copy)
    return await withServer(copy, mutant.rate_limits, async play => {
      const fell = fallen(before, await play(lab.played(mutant)))
      const trial = judgeTrial(mutant, fell)
      if (trial.strays.length === 0) return trial
      const again = fallen(before, await play([...new Set(trial.strays.map(({ scenario }) => scenario))]))
      return { ...trial, strays: fallenTwice(trial.strays, again) }
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
    const played = openPlan(values.whole)
    const lab = { copy, played, sound: openBaseline(copy, mutants, played), unsound: openTestsBaseline(copy) }
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
