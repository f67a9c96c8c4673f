import { readFileSync, writeFileSync } from 'node:fs'
import { packageVersion, parseOptions, UsageError } from '../conformance/command-line.ts'
import { createProgress } from '../server/log/progress.ts'
import { type BenchContext, openBenchContext } from './bench-context.ts'
import { type Build, buildsBeside, nameOf } from './builds/builds.ts'
import { explain } from './explain.ts'
import { LEAST_SIZE } from './large/shape.ts'
import { describeMachine } from './machine.ts'
import { type Outcome, render } from './outcome.ts'
import { RESULTS, sectionOf, withSection } from './results-page.ts'
import { b0 } from './rows/b0.ts'
import { b1 } from './rows/b1.ts'
import { b2 } from './rows/b2.ts'
import { b2Cold } from './rows/b2-cold.ts'
import { b4 } from './rows/b4.ts'
import { b5 } from './rows/b5.ts'
import { b6 } from './rows/b6.ts'
import { b8 } from './rows/b8.ts'
import { b10 } from './rows/b10.ts'
import { discovery } from './rows/discovery.ts'
import { dm } from './rows/dm.ts'
import { herd } from './rows/herd.ts'
import { hot } from './rows/hot.ts'
import { b3 } from './rows/large/b3.ts'
import { b7 } from './rows/large/b7.ts'
import { loop } from './rows/large/loop.ts'
import { mix } from './rows/large/mix.ts'
import { page } from './rows/page.ts'
import { search } from './rows/search.ts'
import { settlements } from './rows/settlements.ts'
import { space } from './rows/space.ts'
import { svg } from './rows/svg.ts'
import { task } from './rows/task.ts'
import { tools } from './rows/tools.ts'
import { wait } from './rows/wait.ts'
import { webhook } from './rows/webhook.ts'
import { describePostgres } from './seed.ts'
import { tokens } from './tokens/tokens.ts'
import { writes } from './writes.ts'

const BENCHES: Record<string, (context: BenchContext) => Promise<Outcome>> = {
  B0: b0,
  B1: b1,
  B2: b2,
  'B2-COLD': b2Cold,
  B4: b4,
  B5: b5,
  B6: b6,
  B8: b8,
  B10: b10,
  HERD: herd,
  HOT: hot,
  DISCOVERY: discovery,
  SEARCH: search,
  SETTLE: settlements,
  DM: dm,
  PAGE: page,
  SPACE: space,
  SVG: svg,
  TASK: task,
  TOKENS: tokens,
  WAIT: wait,
  TOOLS: tools,
  WEBHOOK: webhook,
  WRITES: writes,
}
/** Benchmarks that use the large seed. */
const ON_LARGE: typeof BENCHES = {
  B3: b3,
  B7: b7,
  LOOP: loop,
  MIX: mix,
}
const ALL = { ...BENCHES, ...ON_LARGE }
/** The section that `npm run abuse` writes. */
const ABUSE = 'B9'

const usage = `Usage: npm run bench -- [--only B1,B2] [--quick] [--rounds N] [--beside FOLDER] [--spread] [--record]
       npm run bench -- --seed large [--seed-size 0.1] [--only B3] [...]
       npm run bench -- --explain [--seed-size 0.1] [--kept FOLDER]

  --only NAMES     one or more of ${Object.keys(ALL).join(', ')};
                   RESULTS.md is written only after a run of all that need no seed
  --seed large     runs ${Object.keys(ON_LARGE).join(', ')} with 100,000 agents and a million posts, created in minutes and cached
  --seed-size N    the size of the seed, from ${LEAST_SIZE} to 1 (default)
  --record         with --only: updates their sections of RESULTS.md
  --quick          3 rounds of fewer requests instead of 5
  --rounds N       the number of rounds
  --quiet          prints no progress
  --beside FOLDER  another built checkout of this repository, measured in the same rounds
  --explain        writes the plans of the statements of hot calls on the seed to dist/bench-plans,
                   and compares what they read with a tenth of it
  --kept FOLDER    uses copies of the seeds in that folder, by any checkout
  --spread         pins no process to a core`

interface BenchParameters {
  names: string[]
  /** All benchmarks run, not named ones. */
  isWhole: boolean
  /** Their sections of the results page are updated. */
  isRecorded: boolean
  isQuick: boolean
  /** No progress is printed. */
  isSilent: boolean
  isPinned: boolean
  /** Plans are written, and no benchmarks run. */
  isExplaining: boolean
  rounds: number
  size: number
  builds: [Build, ...Build[]]
  seedFolder: string | undefined
  command: string
}

/** `undefined` if the arguments are invalid. */
function readArguments(): BenchParameters | 'help' | 'version' | undefined {
  const values = parseOptions(process.argv.slice(2), {
    only: { type: 'string' },
    seed: { type: 'string' },
    explain: { type: 'boolean', default: false },
    'seed-size': { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    beside: { type: 'string' },
    spread: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    kept: { type: 'string' },
  })
  if (values.help) return 'help'
  if (values.version) return 'version'
  const defaultValue = Object.keys(values.seed === undefined ? BENCHES : ON_LARGE)
  const names = values.only?.toUpperCase().split(',') ?? defaultValue
  const rounds = Number(values.rounds ?? (values.quick ? 3 : 5))
  const size = Number(values['seed-size'])
  if (names.some(name => !(name in ALL)) || !Number.isInteger(rounds) || rounds < 1) return undefined
  if (!(size >= LEAST_SIZE && size <= 1) || (values.seed ?? 'large') !== 'large') return undefined
  const selection = {
    only: values.only && String(names),
    seed: values.seed,
    'seed-size': size === 1 ? undefined : size,
  }
  const options = Object.entries({ ...selection, rounds: values.rounds }).filter(([, value]) => value !== undefined)
  const flags = [...options.map(([name, value]) => ` --${name} ${value}`), values.quick ? ' --quick' : ''].join('')
  const command = `npm run bench${flags === '' ? '' : ` --${flags}`}`
  const builds = buildsBeside(values.beside)
  const isWhole = values.only === undefined && values.seed === undefined
  return {
    names,
    isWhole,
    isRecorded: values.record,
    isQuick: values.quick,
    isSilent: values.quiet,
    isPinned: !values.spread,
    isExplaining: values.explain,
    rounds,
    size,
    builds,
    seedFolder: values.kept,
    command,
  }
}

async function main(): Promise<number> {
  const parameters = readArguments()
  if (parameters === 'help' || parameters === 'version') {
    console.log(parameters === 'help' ? usage : `bench ${packageVersion()}`)
    return 0
  }
  if (!parameters) {
    console.error(usage)
    return 2
  }
  const { names, isWhole, isRecorded } = parameters
  const context = await openBenchContext(parameters)
  const interrupted = () => void context.close().then(() => process.exit(130))
  process.once('SIGINT', interrupted)
  try {
    if (parameters.isExplaining) {
      await explain(context)
      return 0
    }
    const head = describeRun(
      parameters,
      context,
      describeMachine(await describePostgres((await context.product()).database)),
    )
    const sections: string[] = []
    const progress = createProgress({ label: 'benchmarks', total: names.length, isQuiet: parameters.isSilent })
    for (const [done, name] of names.entries()) {
      progress.advance(done, name)
      const section = await runBench(name, context)
      progress.end()
      console.log(`${section}\n`)
      sections.push(section)
    }
    const former = readFileSync(RESULTS, 'utf8')
    if (isWhole) {
      const page = `${head}\n\n${sections.join('\n\n')}\n`
      const apart = [ABUSE, ...Object.keys(ON_LARGE)].flatMap(name => sectionOf(former, name) ?? [])
      writeFileSync(RESULTS, apart.reduce(withSection, page))
    } else if (isRecorded && !process.exitCode) {
      const made = `\n\nMade by \`${parameters.command}\` on ${today()}, apart from the others.`
      const brought = sections.reduce((page, section) => withSection(page, section.trimEnd() + made), former)
      writeFileSync(RESULTS, brought)
    }
    return 0
  } finally {
    process.off('SIGINT', interrupted)
    await context.close()
  }
}

async function runBench(name: string, context: BenchContext): Promise<string> {
  try {
    const section = render(await ALL[name]!(context))
    return section
  } catch (error) {
    process.exitCode = 1
    return `## ${name}\n\nfailed: ${error instanceof Error ? error.message : String(error)}`
  }
}

const today = () => new Date().toISOString().slice(0, 10)

const describeRun = (
  { command, rounds, builds }: BenchParameters,
  { cores }: BenchContext,
  machine: string,
) => `# Benches

Made by \`${command}\` on ${today()}.

${machine}; ${cores.isPinned ? 'the server process on core 0, PostgreSQL and the generator on the others' : 'nothing pinned to a core'}.

Absolute rates move with the machine's neighbours: the ratios count. Contenders alternate, ${rounds} rounds each after
one that does not count; figures are medians over the rounds, ratios medians of the ratios within a round. CPU is user
and system time for each request, of the Node process and of PostgreSQL with all its children; the last column says how
busy the generator was, which signs everything before the clock starts.${describeBefore(builds)}`

const describeBefore = ([, before]: readonly Build[]) =>
  before ? `\n\n"Before" is the build of ${nameOf(before)}, which ran beside this one.` : ''

try {
  const code = await main()
  process.exitCode ||= code
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof UsageError) console.error(`\n${usage}`)
  process.exitCode = 2
}
