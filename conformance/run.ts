import type { ClientOptions } from './clients/http.ts'
import { packageVersion, UsageError } from './command-line.ts'
import { type Options, readOptions, usage } from './options.ts'
import { readProtocol } from './protocol.ts'
import { openReports, UnknownReport } from './report/open.ts'
import { type Choice, choose } from './runner/choose-scenarios.ts'
import { cleanUp, skipCleanup } from './runner/cleanup.ts'
import { findMissing, leaveOut } from './runner/offered-routes.ts'
import { type Profile, profileOf } from './runner/profiles.ts'
import { runScenarios } from './runner/run-scenarios.ts'
import { filesProving, readAllowance, readSources, type Source } from './runner/scenarios-by-clause.ts'
import { isPassed, judge } from './runner/verdict.ts'
import { type Outcome, wholeOutcome } from './scenario.ts'
import { scenarios } from './scenarios/index.ts'
import { Skipped } from './skip.ts'
import { openWorld, type World } from './world.ts'

/** Why a check is neither run nor reported. */
const NOT_SELECTED = 'not asked for'

/** Runs the suite; the exit code. */
async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  if (options === 'help') console.log(usage)
  else if (options === 'version') console.log(`conformance ${packageVersion()}`)
  else if (options === 'list') for (const { name } of scenarios) console.log(name)
  else return await run(options)
  return 0
}

async function run({
  baseUrl,
  only,
  part,
  reports: requestedReports,
  keepsData,
  isOffered,
  isQuiet,
  minutes,
  ...options
}: Options): Promise<number> {
  const profile = profileOf(options.profile)
  const parts = readProtocol()
  const sources = readSources(parts)
  const choice = chosenBy(only, sources)
  const chosen = scenarios
    .filter(({ name }) => choice.scenarios.has(name))
    .filter((_, index) => part === undefined || index % part.count === part.index)
  const reports = openReports(requestedReports, { scenarios: chosen.length, isQuiet })
  const started_at = new Date().toISOString()
  const world = await openWorld(baseUrl, { ...options, forbid: forbiddenIn(profile) })
  const missing = isOffered ? await findMissing(world.http) : []
  if (isOffered) world.http.options.forbid = eitherOf(forbiddenIn(profile), leaveOut(missing))
  world.http.options.onWait = words => {
    for (const report of reports) report.wait?.(words)
  }
  await setChallengeSweep(world, 'off')
  const outcomes: Outcome[] = []
  const record = (outcome: Outcome) => {
    if (outcome.reason === NOT_SELECTED) return
    outcomes.push(outcome)
    for (const report of reports) report.outcome?.(outcome)
  }
  process.on('uncaughtException', error => {
    // Checks that were skipped or have failed may leave calls behind that nobody awaits; these end with the scenario.
    if (!(error instanceof Skipped) && error.name !== 'AbortError')
      record(wholeOutcome('run', 'beside every check', error.message))
  })
  const isServing = await runScenarios({
    ...{ world, chosen, minutes, record, stop: interrupted() },
    refuse: (title, clauses) => {
      if (!choice.has(title, clauses)) return NOT_SELECTED
      return profile.runs(clauses) ? undefined : `not in the profile ${profile.name}`
    },
    begin: scenario => {
      for (const report of reports) report.begin?.(scenario)
    },
  })
  const leftovers = keepsData || !isServing ? skipCleanup(world, keepsData) : await cleanUp(world)
  await close(world)
  const runFacts = {
    ...{ base_url: baseUrl, started_at, profile: profile.name },
    ...(only === undefined ? {} : { only }),
    ...(isOffered ? { missing } : {}),
  }
  const names = new Set(chosen.map(({ name }) => name))
  const ranSources = part
    ? sources.filter(one => one.scenarios.length > 0 && one.scenarios.every(name => names.has(name)))
    : sources
  const [homes, checks, allowance] = [
    filesProving(sources),
    ranSources.flatMap(source => source.checks),
    readAllowance(),
  ]
  const verdict = judge({ run: runFacts, profile, parts, homes, checks, outcomes, allowance, leftovers })
  for (const report of reports) report.end(verdict)
  return isPassed(verdict) ? 0 : 1
}

function chosenBy(only: string | undefined, sources: Source[]): Choice {
  const names = scenarios.map(({ name }) => name)
  const choice = choose(only ?? '', names, sources)
  if (choice) return choice
  throw new UsageError(`--only ${only}: no scenario, check or clause matches; --list names the scenarios`)
}

async function close(world: World): Promise<void> {
  await setChallengeSweep(world, 'default')
  world.http.close()
  await world.receivers?.close()
  await world.operator?.close()
}

/** With a moved clock, every agent of the run would be challenged and fail. A server may have no such job. */
async function setChallengeSweep({ operator }: World, value: 'off' | 'default'): Promise<void> {
  await operator?.setting('challenge_sweep', value).catch((error: unknown) => {
    if (!(error instanceof Skipped)) throw error
  })
}

/** Ctrl-C ends the run with its report; a second one ends the process. */
function interrupted(): AbortSignal {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  return stop.signal
}

type Forbid = NonNullable<ClientOptions['forbid']>

const eitherOf =
  (one: Forbid, other: Forbid): Forbid =>
  (path, method) =>
    one(path, method) ?? other(path, method)

const forbiddenIn = (profile: Profile) => (path: string) =>
  profile.leaves(path) ? `asks for ${path.split('?')[0]}, which the profile ${profile.name} leaves out` : undefined

try {
  // A failed check may have left a stream open.
  process.exit(await main())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof UsageError || error instanceof UnknownReport) console.error(`\n${usage}`)
  process.exitCode = 2
}
