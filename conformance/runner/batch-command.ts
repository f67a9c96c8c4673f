import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { z } from 'zod'

const errorTextLength = 2_000
/** How long a command may take to exit after its requests have ended. */
const farewellMs = 10_000

const answer = z.looseObject({
  id: z.int(),
  exit_code: z.int(),
  answer: z.unknown().optional(),
  message: z.string().optional(),
  problem: z.looseObject({ status: z.int() }).optional(),
})

/** The outcome of one command, as if it had run as a separate process. */
export type Answer = Pick<z.output<typeof answer>, 'exit_code' | 'answer' | 'message' | 'problem'>

type Running = { child: ChildProcess; waiting: Map<number, PromiseWithResolvers<Answer>> }
type PromiseWithResolvers<T> = { resolve: (value: T) => void; reject: (error: Error) => void }

/** A program that reads requests as lines and answers each with one line, see OPERATOR.md; started on first use. */
export class BatchCommand {
  readonly #program: string
  readonly #words: readonly string[]
  readonly #patienceMs: number
  #running: Running | undefined
  #count = 0

  constructor([program = '', ...words]: readonly string[], patienceMs: number) {
    this.#program = program
    this.#words = words
    this.#patienceMs = patienceMs
  }

  /** The answer, whatever its exit code; throws if the program ends without an answer or does not answer in time. */
  async ask(argv: readonly string[]): Promise<Answer> {
    this.#running ??= this.#start()
    const { child, waiting } = this.#running
    const id = this.#count++
    const late = setTimeout(() => {
      waiting.get(id)?.reject(new Error(`no answer within ${this.#patienceMs / 1000} s`))
      end(child)
    }, this.#patienceMs)
    try {
      return await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        child.stdin?.write(`${JSON.stringify({ id, argv })}\n`)
      })
    } finally {
      clearTimeout(late)
      waiting.delete(id)
    }
  }

  /** Closes its input, and resolves when the program has exited. */
  async close(): Promise<void> {
    const { child } = this.#running ?? {}
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const late = setTimeout(() => end(child), farewellMs)
    const ended = once(child, 'close')
    child.stdin?.end()
    await ended
    clearTimeout(late)
  }

  #start(): Running {
    // A process group of its own, so that Ctrl-C does not reach it before the suite has cleaned up, and all of it can
    // be killed.
    const child = spawn(this.#program, this.#words, { detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    const running: Running = { child, waiting: new Map() }
    let output = ''
    child.stderr?.on('data', chunk => {
      output = `${output}${chunk}`.slice(-errorTextLength)
    })
    // The pending request is rejected on exit.
    child.stdin?.on('error', () => {})
    createInterface({ input: child.stdout! }).on('line', line => {
      const read = parse(line)
      if (read) running.waiting.get(read.id)?.resolve(read)
    })
    const gone = (why: string) => {
      if (this.#running === running) this.#running = undefined
      for (const { reject } of running.waiting.values()) reject(new Error(output.trim() || why))
    }
    child.on('error', error => gone(error.message))
    child.on('close', (code, signal) => gone(`it ended with ${signal ?? code}`))
    return running
  }
}

/** Lines that are not answers are ignored. */
function parse(line: string): z.output<typeof answer> | undefined {
  try {
    return answer.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

function end({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has just ended.
  }
}

/** Runs one command with `/bin/sh`; its last line is the answer. */
export function runOnce(words: readonly string[], patienceMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    execFile('/bin/sh', words, { timeout: patienceMs }, (error, stdout, stderr) => {
      try {
        if (typeof error?.code === 'number') resolve({ exit_code: error.code, message: stderr.trim() })
        else if (error) throw error
        else resolve({ exit_code: 0, answer: JSON.parse(stdout.trim().split('\n').at(-1) || '{}') })
      } catch (thrown) {
        reject(thrown)
      }
    })
  })
}
