import { EventEmitter, once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { chooseDataDir } from '../../storage/embedded/data-dir.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { openProgramHooks } from '../../testing/processes/program-hooks.ts'
import { printed, startProgram } from '../../testing/processes/start-program.ts'
import { type Clients, clientsOf } from '../../testing/processes/two-servers.ts'

const database = useDatabase(test)

const AGENTS = ['ann', 'bob', 'cid', 'dee', 'eve']
const POSTS = 20
const EVENTS = AGENTS.length * POSTS
/** Requests answered before the others are held. */
const ANSWERED = 30
/** Longer than the lease of webhooks. */
const LEASE_PASSED_MS = 31_000

/** Answers some, then nothing until it is released; `said` tells of both. */
function openGate() {
  const progress = new EventEmitter()
  const accepted = new Set<string>()
  const held = new Map<ServerResponse, string>()
  let isOpen = false
  return {
    accepted,
    held,
    filled: once(progress, 'filled'),
    finished: once(progress, 'finished'),
    release: () => void (isOpen = true),
    accept(response: ServerResponse, event: string) {
      accepted.add(event)
      response.writeHead(204).end()
      if (accepted.size === EVENTS) progress.emit('finished')
    },
    answer(response: ServerResponse, event: string) {
      if (!isOpen && accepted.size >= ANSWERED) {
        held.set(response, event)
        return void progress.emit('filled')
      }
      this.accept(response, event)
    },
  }
}

/** Mentions agents with webhooks in many posts. */
async function mentionAll(t: ExecutionContext, clients: Clients, url: string): Promise<void> {
  const writer = await clients.enroll('writer')
  for (const handle of AGENTS) {
    const registered = await clients.send(await clients.enroll(handle), 'POST', '/webhooks', { url }, 0)
    t.is(registered.status, 201)
  }
  const mentions = AGENTS.map(handle => `@${handle}`).join(' ')
  for (let n = 0; n < POSTS; n++) {
    t.is((await clients.send(writer, 'POST', '/posts', { content: `${mentions} ${n}` }, 0)).status, 201)
  }
}

test('the deliveries of a killed process are sent by another', async t => {
  const gate = openGate()
  const { entry, url, advance } = await openProgramHooks(t, (response, { headers }) =>
    gate.answer(response, String(headers['webhook-id'])),
  )
  const first = startProgram(t, database(), {}, { entry })
  await mentionAll(t, clientsOf([{ url: (await printed(first)).base }], database().db, Date.now), url)
  await gate.filled
  await printed(startProgram(t, database(), {}, { entry }))
  first.kill('SIGKILL')
  await once(first, 'exit')
  const broken = [...gate.held.values()]
  t.true(broken.length > 0 && gate.accepted.size < EVENTS)
  gate.release()
  advance(LEASE_PASSED_MS)
  await gate.finished
  for (const event of broken) t.true(gate.accepted.has(event))
})

test('deliveries that a killed database lost are sent again, and nothing is lost', async t => {
  const gate = openGate()
  const { entry, url, advance } = await openProgramHooks(t, (response, { headers }) =>
    gate.answer(response, String(headers['webhook-id'])),
  )
  const dataDir = mkdtempSync(path.join(tmpdir(), 'killed-'))
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }))
  const program = startProgram(t, database(), { DATABASE_URL: '', DATA_DIR: dataDir }, { entry })
  await mentionAll(t, clientsOf([{ url: (await printed(program)).base }], database().db, Date.now), url)
  await gate.filled
  const { cluster } = await chooseDataDir(dataDir, () => {})
  process.kill(Number.parseInt(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8'), 10), 'SIGKILL')
  // Delivered, but the database cannot record it.
  for (const [response, event] of gate.held) gate.accept(response, event)
  gate.release()
  advance(LEASE_PASSED_MS)
  await gate.finished
  t.is(gate.accepted.size, EVENTS)
})
