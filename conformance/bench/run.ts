import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { b0 } from './b0.ts'
import { b1 } from './b1.ts'
import { b2 } from './b2.ts'
import { b4 } from './b4.ts'
import { b8 } from './b8.ts'
import { b10 } from './b10.ts'
import { type Build, buildsBeside, nameOf } from './builds.ts'
import { dm } from './dm.ts'
import { hot } from './hot.ts'
import { describeMachine } from './machine.ts'
import { type Outcome, render } from './outcome.ts'
import { RESULTS, sectionOf, withSection } from './results-page.ts'
import { search } from './search.ts'
import { describePostgres } from './seed.ts'
import { space } from './space.ts'
import { openStage, type Stage } from './stage.ts'
import { svg } from './svg.ts'
import { tools } from './tools.ts'
import { writes } from './writes.ts'

const BENCHES: Record<string, (stage: Stage) => Promise<Outcome>> = {
  B0: b0,
  B1: b1,
  B2: b2,
  B4: b4,
  B8: b8,
  B10: b10,
  HOT: hot,
  SEARCH: search,
  DM: dm,
  SPACE: space,
  SVG: svg,
  TOOLS: tools,
  WRITES: writes,
}
/** Written by `npm run abuse`. */
const ABUSE = 'B9'

const usage = `Usage: npm run bench -- [--only B1,B2] [--quick] [--rounds N] [--beside FOLDER] [--spread] [--record]

  --only NAMES     of ${Object.keys(BENCHES).join(', ')}; RESULTS.md is written only when all run
  --record         with --only: brings their sections of RESULTS.md up to date
  --quick          3 rounds of fewer requests instead of 5
  --rounds N       as many rounds
  --beside FOLDER  another checkout of this repository, built: it plays the same, in the same rounds
  --spread         nothing is pinned to a core`

interface Wish {
  names: string[]
  /** All benches, not those that were named. */
  isWhole: boolean
  /** Their sections of the page are brought up to date. */
  isRecorded: boolean
  isQuick: boolean
  isPinned: boolean
  rounds: number
  builds: [Build, ...Build[]]
  command: string
}

/** Undefined where the arguments say nothing that can be done. */
function readArguments(): Wish | undefined {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      beside: { type: 'string' },
      spread: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
    },
  })
  const names = values.only?.toUpperCase().split(',') ?? Object.keys(BENCHES)
  const rounds = Number(values.rounds ?? (values.quick ? 3 : 5))
  if (names.some(name => !(name in BENCHES)) || !Number.isInteger(rounds) || rounds < 1) return undefined
  const flags = [values.quick ? ' --quick' : '', values.rounds ? ` --rounds ${rounds}` : ''].join('')
  const only = values.only === undefined ? '' : ` --only ${names}`
  const command = `npm run bench${only + flags === '' ? '' : ` --${only}${flags}`}`
  const builds = buildsBeside(values.beside)
  const isWhole = values.only === undefined
  return {
    names,
    isWhole,
    isRecorded: values.record,
    isQuick: values.quick,
    isPinned: !values.spread,
    rounds,
    builds,
    command,
  }
}

async function main(): Promise<number> {
  const wish = readArguments()
  if (!wish) {
    console.error(usage)
    return 2
  }
  const { names, isWhole, isRecorded } = wish
  const stage = await openStage(wish)
  const interrupted = () => void stage.close().then(() => process.exit(130))
  process.once('SIGINT', interrupted)
  try {
    const head = describeRun(wish, stage, describeMachine(await describePostgres((await stage.product()).database)))
    const sections: string[] = []
    for (const name of names) {
      const section = await play(name, stage)
      console.log(`${section}\n`)
      sections.push(section)
    }
    const former = readFileSync(RESULTS, 'utf8')
    if (isWhole) {
      const page = `${head}\n\n${sections.join('\n\n')}\n`
      const abuse = sectionOf(former, ABUSE)
      writeFileSync(RESULTS, abuse === undefined ? page : withSection(page, abuse))
    } else if (isRecorded && !process.exitCode) {
      const made = `\n\nMade by \`${wish.command}\` on ${today()}, apart from the others.`
      const brought = sections.reduce((page, section) => withSection(page, section.trimEnd() + made), former)
      writeFileSync(RESULTS, brought)
    }
    return 0
  } finally {
    process.off('SIGINT', interrupted)
    await stage.close()
  }
}

async function play(name: string, stage: Stage): Promise<string> {
  const startedAt = performance.now()
  try {
    const section = render(await BENCHES[name]!(stage))
    console.error(`${name} took ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    return section
  } catch (error) {
    process.exitCode = 1
    return `## ${name}\n\nfailed: ${error instanceof Error ? error.message : String(error)}`
  }
}

const today = () => new Date().toISOString().slice(0, 10)

const describeRun = ({ command, rounds, builds }: Wish, { cores }: Stage, machine: string) => `# Benches

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
  process.exitCode = 2
}
