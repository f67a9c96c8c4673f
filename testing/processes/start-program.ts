import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ExecutionContext, TestFn } from 'ava'
import { BRIEF } from '../brief-fields.ts'
import type { TestDatabase } from '../fixtures/test-database.ts'
import { bundled } from './bundled-programs.ts'

export type Teardown = Pick<ExecutionContext, 'teardown'>

/** For what all tests of a file share: it is torn down after them, what came last first. */
export function fileTeardown(test: TestFn): Teardown {
  const ends: Parameters<Teardown['teardown']>[0][] = []
  test.after.always(async () => {
    for (const end of ends.reverse()) await end()
  })
  return { teardown: end => void ends.push(end) }
}

/** Starts the program itself, or another `entry` with its arguments, on this database. */
export function startProgram(
  t: Teardown,
  { address }: Pick<TestDatabase, 'address'>,
  environment: Record<string, string>,
  { entry = [bundled('main')], ...account }: { uid?: number; gid?: number; entry?: string[] } = {},
): ChildProcess {
  const { socketDir, port, user, password, database } = address
  const dataDir = mkdtempSync(path.join(tmpdir(), 'colloquy-program-'))
  const child = spawn(process.execPath, [...BRIEF, ...entry], {
    ...account,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      PGHOST: socketDir,
      PGPORT: String(port),
      PGUSER: user,
      PGPASSWORD: password,
      DATABASE_URL: `postgres:///${database}`,
      DATA_DIR: dataDir,
      SECRET_KEY: 'a secret of more than 32 characters',
      LOG_LEVEL: 'silent',
      PORT: '0',
      ...environment,
    },
  })
  t.teardown(async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    rmSync(dataDir, { recursive: true })
  })
  return child
}

/** Where it serves, once it says so; `metrics` is '' where that has no port of its own. */
export async function printed(child: ChildProcess): Promise<{ base: string; metrics: string }> {
  let text = ''
  for await (const chunk of child.stdout!.iterator({ destroyOnReturn: false })) {
    text += chunk
    if (text.includes('Ctrl-C')) break
  }
  const [, base = '', metrics = ''] = /base URL +(\S+)(?:[\s\S]*metrics +(\S+))?/.exec(text) ?? []
  return { base, metrics }
}
