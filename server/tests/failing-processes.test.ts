import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { bundled } from '../../testing/processes/bundled-programs.ts'
import { canSeeChildren, childProcessesOf, serversAmong } from '../../testing/processes/server-processes.ts'
import { printed, startProgram } from '../../testing/processes/start-program.ts'
import { createWitness, type Witness } from '../../testing/processes/write-witness.ts'

const database = useDatabase(test)
/** Longer than a busy machine blocks an event loop. */
const SECONDS = '10'
/** The signal, how the process ends, and the seconds that it may be blocked. */
const WAYS = {
  // Filling a heap may take any time on a slow machine.
  fills: ['SIGUSR2', 'SIGABRT', '0'],
  stands: ['SIGHUP', 'SIGKILL', SECONDS],
} as const
type Way = (typeof WAYS)[keyof typeof WAYS]
const NO_PROC = 'skipped: no /proc with children here'
const RUN = { RATE_LIMITS: 'off', LOG_LEVEL: 'error' }
/** A small heap, and the code that fills it. */
const ENTRY = ['--max-old-space-size=400', '--import', './dist/testing/processes/failing-program.js', bundled('main')]
/** The number of posts acknowledged before, and after. */
const EACH = 10

/** Posts sequentially until stopped, each until it is acknowledged. */
function keepPosting(witness: Witness) {
  let taken = 0
  let isOver = false
  const posting = (async () => {
    for (let n = 0; !isOver; n++) {
      while ((await witness.post(`post ${n}`)) !== 201 && !isOver) await delay(100)
      taken++
    }
  })()
  return {
    async more(count: number) {
      for (const goal = taken + count; taken < goal; ) await delay(20)
    },
    stop() {
      isOver = true
      return posting
    },
  }
}

async function requireNothingLost(t: ExecutionContext, witness: Witness): Promise<void> {
  t.deepEqual(await witness.lost(), [])
  t.true((await witness.copies()).every(copies => copies <= 1))
}

/** Brings down one of two processes during posts; returns the program's standard error. */
async function bringDown(
  t: ExecutionContext,
  [signal, , EVENT_LOOP_WATCHDOG_SECONDS]: Way,
  key: number,
): Promise<string> {
  const environment = { ...RUN, EVENT_LOOP_WATCHDOG_SECONDS, WEB_CONCURRENCY: '2' }
  const program = startProgram(t, database(), environment, { entry: ENTRY })
  let told = ''
  program.stderr!.on('data', chunk => (told += chunk))
  const { base } = await printed(program)
  const servers = () => serversAmong(childProcessesOf(program.pid!), base)
  const witness = await createWitness(base, key)
  const posting = keepPosting(witness)
  await posting.more(EACH)
  const [down, other] = servers()
  process.kill(down!, signal)
  while (existsSync(`/proc/${down}`)) await delay(20)
  await posting.more(EACH)
  while (servers().length < 2) await posting.more(1)
  t.true(servers().includes(other!))
  await posting.more(EACH)
  await posting.stop()
  await requireNothingLost(t, witness)
  return told
}

test.serial(
  'a worker whose heap runs out ends at once and is replaced, the other continues, and nothing is lost',
  async t => {
    if (!canSeeChildren()) return t.pass(NO_PROC)
    const told = await bringDown(t, WAYS.fills, 0)
    t.regex(told, /heap out of memory/)
    t.regex(told, /"signal":"SIGABRT","msg":"a server process exited; starting a new one"/)
  },
)

test.serial(
  'a worker whose event loop is blocked ends and is replaced, the other continues, and nothing is lost',
  async t => {
    if (!canSeeChildren()) return t.pass(NO_PROC)
    const told = await bringDown(t, WAYS.stands, 1)
    t.true(told.includes(`the event loop was blocked for ${SECONDS} seconds; the process exits\n`))
    t.regex(told, /"signal":"SIGKILL","msg":"a server process exited; starting a new one"/)
  },
)

async function endOf(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  return (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
}

test.serial(
  'a server of one process with its own database ends in the same way, and has everything acknowledged after a restart',
  async t => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'failing-'))
    t.teardown(() => rmSync(dataDir, { recursive: true, force: true }))
    const start = (PORT: string, [, , EVENT_LOOP_WATCHDOG_SECONDS]: Way) => {
      const environment = { ...RUN, EVENT_LOOP_WATCHDOG_SECONDS, DATABASE_URL: '', DATA_DIR: dataDir, PORT }
      return startProgram(t, database(), environment, { entry: ENTRY })
    }
    let program = start('0', WAYS.fills)
    const { base } = await printed(program)
    const witness = await createWitness(base)
    const posting = keepPosting(witness)
    const bringDownAndStart = async ([sent, ended]: Way, next: Way) => {
      await posting.more(EACH)
      const end = endOf(program)
      program.kill(sent)
      t.deepEqual(await end, [null, ended])
      program = start(new URL(base).port, next)
      t.is((await printed(program)).base, base)
      await posting.more(EACH)
    }
    await bringDownAndStart(WAYS.fills, WAYS.stands)
    await bringDownAndStart(WAYS.stands, WAYS.fills)
    await posting.stop()
    await requireNothingLost(t, witness)
  },
)
