import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { startServer } from '../mcp-suite/server.ts'
import type { Outcome } from '../scenario.ts'
import { openPaying } from '../steps/payment-steps.ts'
import { makeReceiverFile } from '../stubs/receiver-file.ts'
import { CannotTry, type Copy } from './copy.ts'

const SUITE = path.join(import.meta.dirname, '../run.js')

/** Runs some scenarios of this checkout's suite. */
type RunSuite = (scenarios: string[]) => Promise<Outcome[]>

/** Starts the server of a copy, whose operator the suite may ask, and runs scenarios against it. */
export async function withServer<Result>(
  copy: Copy,
  isLimited: boolean,
  run: (runScenarios: RunSuite) => Promise<Result>,
) {
  const { root, dataDir } = copy
  const clock = `--clock-file=${dataDir}.clock`
  const origins = 'ALLOWED_ORIGINS=https://app.example'
  const paying = await openPaying(root, `${dataDir}.chain`)
  const payments = Object.entries(paying.settings).map(([name, value]) => `${name}=${value}`)
  const settings = [origins, ...payments, `RATE_LIMITS=${isLimited ? 'on' : 'off'}`, 'LOG_LEVEL=warn']
  const receiverFile = await makeReceiverFile(root, `${dataDir}.receiver`)
  const entry = [...receiverFile.entry, clock]
  const { baseUrl, stop } = await startServer({ root, entry, dataDir, settings }).catch(async error => {
    await paying.stop()
    throw new CannotTry(error.message)
  })
  const verbs = `--clock-file ${dataDir}.clock`
  const operator = `cd ${root} && DATA_DIR=${dataDir} ${[origins, ...payments].join(' ')} ${process.execPath} dist/testing/operator-verbs.js ${verbs}`
  const words = [
    '--base-url',
    baseUrl,
    '--operator',
    operator,
    '--receiver',
    receiverFile.file,
    ...(isLimited ? [] : ['--unlimited']),
  ]
  try {
    return await run(scenarios => runSuite(words, scenarios, path.join(root, 'report.json')))
  } finally {
    await stop()
    await paying.stop()
  }
}

const quoted = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')

async function runSuite(words: string[], scenarios: string[], report: string): Promise<Outcome[]> {
  const only = `^(${scenarios.map(quoted).join('|')})$`
  const child = spawn(process.execPath, [SUITE, ...words, '--only', only, '--report', `json=${report}`], {
    stdio: 'ignore',
  })
  const [status] = await once(child, 'exit')
  if (status !== 0 && status !== 1) throw new Error(`the suite ended with ${status}`)
  return (JSON.parse(readFileSync(report, 'utf8')) as { checks: Outcome[] }).checks
}
