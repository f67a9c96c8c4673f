// `npm run abuse`: what one hostile client does to a server and to those who use it beside.
import { readFileSync, writeFileSync } from 'node:fs'
import { generateKeys, type KeyPair } from '../../conformance/clients/signing.ts'
import { RESULTS, sectionOf, withSection } from '../results-page.ts'
import { type Parameters, readArguments } from './arguments.ts'
import type { Attack } from './attack.ts'
import { type AttackScene, createAttackScene } from './attack-scene.ts'
import { BYSTANDERS } from './bystanders.ts'
import { lineOf, sectionFor, tableOf } from './report/report.ts'
import { sectionWith } from './report/report-section.ts'
import { faultsOf, type Row } from './report/row.ts'
import { isSpent, runAttack } from './run-attack.ts'
import { findTarget, type RateLimits, startTarget, type Target } from './target.ts'

interface Given extends Parameters {
  keys: KeyPair[]
  /** The server that is there already. */
  found: Target | undefined
}

let scene: Promise<AttackScene> | undefined

async function closeScene(): Promise<void> {
  const closing = scene
  scene = undefined
  await (await closing?.catch(() => undefined))?.close()
}

async function main(): Promise<number> {
  const parameters = readArguments()
  if (typeof parameters === 'string') {
    console.error(parameters)
    return 2
  }
  if ('print' in parameters) {
    console.log(parameters.print)
    return 0
  }
  if (parameters.list) {
    for (const { name, says } of parameters.only.flat()) console.log(`${name}: ${says}`)
    return 0
  }
  const { 'base-url': baseUrl, pid, 'rate-limits': mode, receiver, operator } = parameters
  const found = baseUrl === undefined ? undefined : findTarget(baseUrl, pid, { receiver, operator })
  const keys = await Promise.all(Array.from({ length: BYSTANDERS }, () => generateKeys()))
  const rows: Row[] = []
  const unplayed: string[] = []
  const modes: RateLimits[] = mode === 'both' ? ['on', 'off'] : [mode]
  for (const rateLimits of modes) {
    console.log(`rate limits ${rateLimits}`)
    for (const attacks of parameters.only) {
      const played = await runCase(attacks, rateLimits, { ...parameters, keys, found })
      rows.push(...played.rows)
      unplayed.push(...played.unplayed)
    }
  }
  await closeScene()
  console.log(`\n${tableOf(rows)}`)
  if (parameters.results && unplayed.length === 0) writeResults(rows, parameters)
  if (unplayed.length > 0) return 2
  return rows.some(row => faultsOf(row).length > 0) ? 1 : 0
}

/** The attacks of a case on one server, which is restarted after an attack that affected it. */
async function runCase(attacks: readonly Attack[], rateLimits: RateLimits, given: Given) {
  const rows: Row[] = []
  const unplayed: string[] = []
  const isOwn = given.found === undefined
  const hasHooks = attacks.some(({ needsHooks }) => needsHooks)
  for (const { name, says, needsLimitsOff, needsHooks } of attacks) {
    if (needsLimitsOff && rateLimits === 'on') continue
    if (needsHooks && !hooksOf(given.found)) {
      console.log(`  ${name}: skipped: needs --receiver and --operator`)
      continue
    }
    try {
      scene ??= open(rateLimits, given, hasHooks)
      const row = { attack: name, says, rateLimits, ...(await runAttack(name, await scene, given.seconds)) }
      rows.push(row)
      console.log(lineOf(row))
      // What an attack with webhooks has left to be sent goes on.
      if ((isSpent(row) || needsHooks) && isOwn) await closeScene()
    } catch (error) {
      unplayed.push(name)
      console.log(`  ${name}: could not be played: ${error instanceof Error ? error.message : error}`)
      if (isOwn) await closeScene()
    }
  }
  if (isOwn) await closeScene()
  return { rows, unplayed }
}

/** A server of our own has them. */
const hooksOf = (found: Target | undefined): boolean => !found || Boolean(found.receiver && found.operator)

async function open(rateLimits: RateLimits, { found, workers, keys }: Given, hasHooks: boolean): Promise<AttackScene> {
  return await createAttackScene(found ?? (await startTarget({ rateLimits, workers, hasHooks })), keys)
}

function writeResults(rows: readonly Row[], { seconds, workers, names, 'rate-limits': mode }: Parameters): void {
  const only = names === undefined ? '' : ` --only ${names}`
  const command = `npm run abuse --${only} --rate-limits ${mode} --seconds ${seconds} --results`
  const page = readFileSync(RESULTS, 'utf8')
  const former = names === undefined ? undefined : sectionOf(page, 'B9')
  const section = former ? sectionWith(former, rows, { command }) : sectionFor(rows, { command, seconds, workers })
  writeFileSync(RESULTS, withSection(page, section))
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void closeScene().finally(() => process.exit(130)))
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
