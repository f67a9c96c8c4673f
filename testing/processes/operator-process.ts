import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { BRIEF } from '../brief-fields.ts'
import type { TestDatabase } from '../fixtures/test-database.ts'
import { bundled } from './bundled-programs.ts'

/** What a process of the operator's command line reads of a test's database. */
export function environmentAt({ plainAddress: address }: TestDatabase, dataDir: string): Record<string, string> {
  return {
    DATABASE_URL: `postgres:///${address.database}`,
    PGHOST: address.socketDir,
    PGPORT: String(address.port),
    PGUSER: address.user,
    PGPASSWORD: address.password,
    SECRET_KEY: 'a secret of thirty-two characters',
    DATA_DIR: dataDir,
  }
}

/** Starts `operator --batch`, which is sent text as it is, and whose answers are read one by one. */
export function startBatch(environment: Record<string, string>) {
  const env = { PATH: process.env.PATH, ...environment }
  const child = spawn(process.execPath, [...BRIEF, bundled('operator'), '--batch'], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close') as Promise<[code: number | null]>
  let complaints = ''
  child.stderr.on('data', chunk => (complaints += chunk))
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let count = 0
  const batch = {
    child,
    send: (text: string) => void child.stdin.write(text),
    /** The next answer; `undefined` once there is none. */
    async next(): Promise<Record<string, unknown> | undefined> {
      const { value, done } = await answers.next()
      return done ? undefined : JSON.parse(value)
    },
    ask(...argv: string[]) {
      batch.send(`${JSON.stringify({ id: ++count, argv })}\n`)
      return batch.next()
    },
    /** Ends its requests; how it ended, and what stands on its standard error. */
    async close() {
      child.stdin.end()
      const [code] = await ended
      return { code, complaints }
    },
  }
  return batch
}
