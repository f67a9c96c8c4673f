// `npm run abuse`: measures what one hostile client costs a server and the other clients.
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

interface CaseParameters extends Parameters {
  keys: KeyPair[]
  /** The server that is already running. */
  target: Target | undefined
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
    for (const { name, description } of parameters.only.flat()) console.log(`${name}: ${description}`)
    return 0
  }
  const { 'base-url': baseUrl, pid, 'rate-limits': mode, receiver, operator } = parameters
  const target = baseUrl === undefined ? undefined : findTarget(baseUrl, pid, { receiver, operator })
  const keys = await Promise.all(Array.from({ length: BYSTANDERS }, () => generateKeys()))
  const rows: Row[] = []
  const notRun: string[] = []
  const modes: RateLimits[] = mode === 'both' ? ['on', 'off'] : [mode]
  for (const rateLimits of modes) {
    console.log(`rate limits ${rateLimits}`)
    for (const attacks of parameters.only) {
      const result = await runCase(attacks, rateLimits, { ...parameters, keys, target })
      rows.push(...result.rows)
      notRun.push(...result.notRun)
    }
  }
  await closeScene()
  console.log(`\n${tableOf(rows)}`)
  if (parameters.results && notRun.length === 0) writeResults(rows, parameters)
  if (notRun.length > 0) return 2
  return rows.some(row => faultsOf(row).length > 0) ? 1 : 0
}

/** Runs the attacks of a case on one server, which is restarted after an attack that affected it. */
async function runCase(attacks: readonly Attack[], rateLimits: RateLimits, parameters: CaseParameters) {
  const rows: Row[] = []
  const notRun: string[] = []
  const isOwn = parameters.target === undefined
  const hasHooks = attacks.some(({ needsHooks }) => needsHooks)
  for (const { name, description, needsLimitsOff, needsHooks } of attacks) {
    if (needsLimitsOff && rateLimits === 'on') continue
    if (needsHooks && !hooksOf(parameters.target)) {
      console.log(`  ${name}: skipped: needs --receiver and --operator`)
      continue
    }
    try {
      scene ??= open(rateLimits, parameters, hasHooks)
      const row = { attack: name, description, rateLimits, ...(await runAttack(name, await scene, parameters.seconds)) }
      rows.push(row)
      console.log(lineOf(row))
      // Deliveries of an attack with webhooks continue after it.
      if ((isSpent(row) || needsHooks) && isOwn) await closeScene()
    } catch (error) {
      notRun.push(name)
      console.log(`  ${name}: could not run: ${error instanceof Error ? error.message : error}`)
      if (isOwn) await closeScene()
    }
  }
  if (isOwn) await closeScene()
  return { rows, notRun }
}

/** Whether attacks with webhooks are possible; always with a server that this script starts. */
const hooksOf = (target: Target | undefined): boolean => !target || Boolean(target.receiver && target.operator)

async function open(
  rateLimits: RateLimits,
  { target, workers, keys }: CaseParameters,
  hasHooks: boolean,
): Promise<AttackScene> {
  return await createAttackScene(target ?? (await startTarget({ rateLimits, workers, hasHooks })), keys)
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
