import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { startServer } from '../mcp-suite/server.ts'
import type { Outcome } from '../scenario.ts'
import { CannotTry, type Copy } from './copy.ts'

const SUITE = path.join(import.meta.dirname, '../run.js')

/** Plays some scenarios of this checkout's suite. */
type Play = (scenarios: string[]) => Promise<Outcome[]>

/** Starts the server of a copy for what is played against it. */
export async function withServer<Result>(copy: Copy, isLimited: boolean, run: (play: Play) => Promise<Result>) {
  const settings = [`RATE_LIMITS=${isLimited ? 'on' : 'off'}`, 'LOG_LEVEL=warn']
  const { baseUrl, stop } = await startServer({ root: copy.root, dataDir: copy.dataDir, settings }).catch(error => {
    throw new CannotTry(error.message)
  })
  try {
    return await run(scenarios => playSuite(baseUrl, isLimited, scenarios, path.join(copy.root, 'report.json')))
  } finally {
    await stop()
  }
}

const quoted = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')

async function playSuite(baseUrl: string, isLimited: boolean, scenarios: string[], report: string) {
  const only = `^(${scenarios.map(quoted).join('|')})$`
  const words = ['--base-url', baseUrl, '--only', only, '--report', `json=${report}`]
  const child = spawn(process.execPath, [SUITE, ...words, ...(isLimited ? [] : ['--unlimited'])], { stdio: 'ignore' })
  const [status] = await once(child, 'exit')
  if (status !== 0 && status !== 1) throw new Error(`the suite ended with ${status}`)
  return (JSON.parse(readFileSync(report, 'utf8')) as { checks: Outcome[] }).checks
}
