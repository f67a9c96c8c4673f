import { parseArgs } from 'node:util'
import { createTapReport, createTextReport, type Report } from './report.ts'
import { type Outcome, play, type Scenario } from './scenario.ts'
import { scenarios } from './scenarios/index.ts'
import { readRequirements, traceGaps } from './traceability.ts'
import { openWorld, type World } from './world.ts'

const usage = `Usage: conformance --base-url URL [--only PATTERN] [--unlimited] [--tap]

  --base-url URL   the server, such as http://localhost:8080
  --only PATTERN   only the scenarios whose name matches the regular expression
  --unlimited      the server runs with its rate limits off
  --tap            TAP on standard output, the summary on standard error
  --list           the names of the scenarios`

/** Runs the suite; the exit code. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      'base-url': { type: 'string' },
      only: { type: 'string' },
      unlimited: { type: 'boolean', default: false },
      tap: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
  })
  if (values.list) {
    for (const { name } of scenarios) console.log(name)
    return 0
  }
  if (!values['base-url']) {
    console.error(usage)
    return 2
  }
  const wanted = new RegExp(values.only ?? '', 'i')
  const chosen = scenarios.filter(({ name }) => wanted.test(name))
  const report = values.tap ? createTapReport() : createTextReport()
  const outcomes = await playAll(await openWorld(values['base-url'], !values.unlimited), chosen, report)
  const requirements = readRequirements()
  const gaps = values.only ? [] : traceGaps(requirements, outcomes)
  const ran = new Set(outcomes.map(outcome => outcome.requirement))
  const covered = requirements.filter(({ id }) => ran.has(id)).length
  return report.end({ outcomes, gaps, covered, requirements: requirements.length })
}

async function playAll(world: World, chosen: Scenario[], report: Report): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const scenario of chosen) {
    const stage = world.throughNewDoor()
    report.begin(scenario.name)
    await play(scenario, stage, outcome => {
      outcomes.push(outcome)
      report.outcome(outcome)
    })
    stage.door.close()
  }
  world.door.close()
  return outcomes
}

try {
  // A failed check may have left a stream open.
  process.exit(await main())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
