import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../bench/builds.ts'
import { bearingOn, readSources } from '../playing/bearing.ts'
import { readProtocol } from '../protocol.ts'
import type { Outcome } from '../scenario.ts'
import { scenarios as known } from '../scenarios/index.ts'
import { applyPatch, build, CannotTry, type Copy, copyCheckout, fallenTests, revertPatch } from './copy.ts'
import { MalformedMutant, type Mutant, readMutants } from './mutant.ts'
import { withServer } from './play.ts'
import { resultOf, resultsPage } from './results-page.ts'
import { fallen, fallenTwice, isKilled, judgeTrial, type Trial } from './trial.ts'

const usage = `Usage: mutants [--only NAME,...] [--whole]

Gives a copy of the server one defect of conformance/mutants/ after the other, and plays against it the scenarios that
bear on the clauses it breaks and a few others, or all with --whole; of what no protocol tells, the tests that the
defect names. What came of it stands in RESULTS.md there.`

const FOLDER = path.join(ROOT, 'conformance/mutants')
const RESULTS = path.join(FOLDER, 'RESULTS.md')

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
    const chosen = [...bearingOn(clauses, sources), ...BYSTANDERS]
    return isWhole ? all : all.filter(name => chosen.includes(name))
  }
}

/** Once for each setting of the limits. */
function openBaseline(copy: Copy, mutants: Mutant[], plan: Lab['played']): Lab['sound'] {
  const played = new Map<boolean, Promise<Outcome[]>>()
  return ({ isLimited }) => {
    const asked = mutants.filter(mutant => mutant.isLimited === isLimited).flatMap(plan)
    const outcomes = played.get(isLimited) ?? withServer(copy, isLimited, play => play([...new Set(asked)]))
    played.set(isLimited, outcomes)
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

function attemptByTests({ copy, unsound }: Lab, mutant: Mutant): Trial {
  // What the defect before left compiled.
  build(copy)
  const before = unsound(mutant)
  if (before.length > 0) throw new CannotTry(`without the defect too these fall: ${before.join(' ')}`)
  applyPatch(copy, mutant.file)
  try {
    build(copy)
    const fell = fallenTests(copy, mutant.tests)
    return { mutant, fell: fell.length, missed: mutant.tests.filter(file => !fell.includes(file)), strays: [] }
  } finally {
    revertPatch(copy, mutant.file)
  }
}

async function attempt(lab: Lab, mutant: Mutant): Promise<Trial> {
  const { copy } = lab
  const before = await lab.sound(mutant)
  applyPatch(copy, mutant.file)
  try {
    build(copy)
    return await withServer(copy, mutant.isLimited, async play => {
      const fell = fallen(before, await play(lab.played(mutant)))
      const trial = judgeTrial(mutant, fell)
      if (trial.strays.length === 0) return trial
      const again = fallen(before, await play([...new Set(trial.strays.map(({ scenario }) => scenario))]))
      return { ...trial, strays: fallenTwice(trial.strays, again) }
    })
  } finally {
    revertPatch(copy, mutant.file)
  }
}

async function tryMutant(lab: Lab, mutant: Mutant): Promise<Trial> {
  try {
    return mutant.tests.length > 0 ? attemptByTests(lab, mutant) : await attempt(lab, mutant)
  } catch (error) {
    if (!(error instanceof CannotTry)) throw error
    return { mutant, fell: 0, missed: [], strays: [], broken: error.message }
  }
}

function choose(all: Mutant[], only: string | undefined): Mutant[] {
  const names = only?.split(',')
  const unknown = names?.find(name => !all.some(mutant => mutant.name === name))
  if (unknown !== undefined) throw new MalformedMutant(`there is no mutant ${unknown}`)
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
      console.log(`${mutant.name}: ${resultOf(trial)}, ${trial.fell} checks fell`)
      const former = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : ''
      const names = all.map(({ name }) => name)
      writeFileSync(RESULTS, resultsPage(former, trials, names))
    }
  } finally {
    copy.remove()
  }
  return trials.every(isKilled) ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (!(error instanceof MalformedMutant)) console.error(`\n${usage}`)
  process.exitCode = 2
}
