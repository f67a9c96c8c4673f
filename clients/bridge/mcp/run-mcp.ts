import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { baseUrlOf, type Environment, keepingOf, Misused, newcomerOf, readOptions } from '../options.ts'
import { type Address, openAddress } from './address.ts'
import { openRelay } from './relay.ts'
import { linesOf } from './sse.ts'

/** After the host has closed its end, requests may finish within this time; a stream would never end. */
const LAST_ANSWERS_MS = 10_000

/** Serves the host on stdin and stdout until it closes; returns the exit code. */
export async function runMcp(args: string[], environment: Environment): Promise<number> {
  const tell = openTell()
  const { connect, patienceMs, exitCode } = wishOf(args, environment, tell)
  const relay = openRelay({ connect, send, tell, patience: { ms: patienceMs } })
  const answering = new Set<Promise<void>>()
  for await (const line of linesOf(process.stdin)) {
    if (line.trim() === '') continue
    const answered = relay.take(line).finally(() => answering.delete(answered))
    answering.add(answered)
  }
  await Promise.race([Promise.all(answering), pause(LAST_ANSWERS_MS, undefined, { ref: false })])
  await relay.end()
  return exitCode
}

type Tell = (line: string) => void

interface Wish {
  connect: () => Promise<Address>
  patienceMs: number
  exitCode: number
}

/** Reports invalid options to the host when it sends a request. */
function wishOf(args: string[], environment: Environment, tell: Tell): Wish {
  try {
    return readWish(args, environment, tell)
  } catch (error) {
    if (!(error instanceof Misused)) throw error
    return { connect: () => Promise.reject(error), patienceMs: 0, exitCode: 2 }
  }
}

function readWish(args: string[], environment: Environment, tell: Tell): Wish {
  const { values } = readOptions('mcp', args)
  const { toolset, readonly, enroll, patience } = values
  if (readonly && toolset !== undefined) throw new Misused('--readonly and --toolset cannot be combined')
  if (!/^\d{1,4}$/.test(patience)) throw new Misused('--patience requires a number of seconds')
  const connect = () =>
    openAddress({
      base: baseUrlOf(values, environment),
      keeping: base => keepingOf(values, environment, base),
      newcomer: enroll ? newcomerOf(values) : undefined,
      toolset,
      readonly,
      tell,
    })
  baseUrlOf(values, environment)
  return { connect, patienceMs: Number(patience) * 1000, exitCode: 0 }
}

let drained: Promise<unknown> | undefined

/** Waits for a slow host. */
async function send(line: string): Promise<void> {
  if (process.stdout.write(`${line}\n`)) return
  drained ??= once(process.stdout, 'drain').finally(() => {
    drained = undefined
  })
  await drained
}

/** Prints new lines to stderr. */
function openTell(): Tell {
  let last = ''
  return line => {
    if (line !== last) process.stderr.write(`colloquy-agent: ${line}\n`)
    last = line
  }
}
