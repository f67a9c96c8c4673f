import { existsSync, readFileSync } from 'node:fs'
import test from 'ava'
import { printed, startProgram } from './program.testing.ts'
import { useDatabase } from './storage/testing.ts'

const database = useDatabase(test)
const HUNG_MS = 10_000
const CLIENTS = 16
const KILLS = 4

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** On a connection of its own. */
function ask(url: string): Promise<'answered' | 'lost' | 'hung'> {
  const headers = { Connection: 'close' }
  return fetch(url, { headers, signal: AbortSignal.timeout(HUNG_MS) }).then(
    async reply => ((await reply.text()) === '' ? 'lost' : 'answered'),
    error => (error.name === 'TimeoutError' ? 'hung' : 'lost'),
  )
}

test('a connection that comes as a process is killed is answered or lost, and never hangs', async t => {
  const { pid } = process
  if (!existsSync(`/proc/${pid}/task/${pid}/children`)) return void t.log('skipped: no /proc with children here')
  const program = startProgram(t, database(), { WEB_CONCURRENCY: '2' })
  const { base } = await printed(program)
  const outcomes: Record<string, number> = { answered: 0, lost: 0, hung: 0 }
  let isOver = false
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) outcomes[await ask(`${base}/healthz`)]!++
  })
  for (let kill = 0; kill < KILLS; kill++) {
    process.kill(childrenOf(program.pid!).at(-1)!, 'SIGKILL')
    while (childrenOf(program.pid!).length < 2) await ask(`${base}/readyz`)
    const before = outcomes.answered!
    while (outcomes.answered! < before + 500) await ask(`${base}/readyz`)
  }
  isOver = true
  await Promise.all(clients)
  t.is(outcomes.hung, 0)
  t.true(outcomes.answered! > KILLS * 500)
})
