import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Cores } from './cores.ts'

export interface Started {
  pid: number
  stop(): Promise<void>
}

export interface Listening extends Started {
  port: number
}

const START_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 20_000

/** Starts a script of the benchmarks, which reports its port when it listens. */
export async function startScript(cores: Cores, script: string, parameters: object = {}): Promise<Listening> {
  const file = path.join(import.meta.dirname, script)
  const child = launch(cores.onServerCore([process.execPath, file, JSON.stringify(parameters)]), {}, WITH_CHANNEL)
  const port = await readLines(child, new Promise<number>(resolve => child.once('message', m => resolve(Number(m)))))
  return { pid: child.pid!, port, stop: () => end(child) }
}

/**
 * Starts a command; resolves with the match of `pattern` in its standard output. Errors go to the file `log`, or here.
 */
export async function startCommand(
  command: string[],
  env: NodeJS.ProcessEnv,
  pattern: RegExp,
  log: number | 'inherit' = 'inherit',
): Promise<Started & { found: string }> {
  const child = launch(command, env, ['ignore', 'pipe', log])
  let said = ''
  const match = new Promise<string>(resolve => {
    child.stdout?.setEncoding('utf8').on('data', text => {
      said += text
      const found = pattern.exec(said)?.[1]
      if (found) resolve(found)
    })
  })
  return { pid: child.pid!, found: await readLines(child, match), stop: () => end(child) }
}

const WITH_CHANNEL: StdioOptions = ['ignore', 'inherit', 'inherit', 'ipc']

function launch([file, ...parameters]: string[], env: NodeJS.ProcessEnv, stdio: StdioOptions): ChildProcess {
  const { DATABASE_URL: _, ...inherited } = process.env
  return spawn(file!, parameters, { env: { ...inherited, ...env }, stdio })
}

async function readLines<Word>(child: ChildProcess, word: Promise<Word>): Promise<Word> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    child.once('exit', code => reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`)))
    child.once('error', reject)
    timer = setTimeout(() => reject(new Error(`${child.spawnargs.join(' ')} does not start`)), START_WITHIN_MS)
  })
  try {
    return await Promise.race([word, late])
  } catch (error) {
    await end(child)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await gone
  clearTimeout(impatience)
}
