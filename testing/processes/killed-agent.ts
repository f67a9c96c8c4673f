import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { ExecutionContext } from 'ava'
import { type Client, enroll } from '../../clients/typescript/src/client.ts'
import { Key } from '../../clients/typescript/src/key.ts'

/** When an agent is killed: at a request, before or after the server saw it, or a little after the answer came. */
interface Blow {
  falls: (request: string, count: number) => boolean
  moment: 'asked' | 'done' | 'answered'
  afterMs: number
}

const MOMENTS = ['asked', 'done', 'answered'] as const
const REQUESTS = 5
const AFTER_MS = 25

function anyBlow(): Blow {
  const wanted = 1 + Math.floor(Math.random() * REQUESTS)
  const moment = MOMENTS[Math.floor(Math.random() * MOMENTS.length)]!
  return { falls: (_, count) => count === wanted, moment, afterMs: Math.random() * AFTER_MS }
}

/** What it did, it does not know. */
const lostAnswer = (pattern: RegExp): Blow => ({ falls: request => pattern.test(request), moment: 'done', afterMs: 0 })

/** One life of an agent, which ends at the blow, or else when there is nothing left to do. */
class Life {
  private readonly child: ChildProcess
  private readonly blow: Blow | undefined
  private count = 0
  /** Answers that said that it had been done before. */
  repeated = 0

  constructor(child: ChildProcess, blow: Blow | undefined) {
    this.child = child
    this.blow = blow
  }

  /** Whether it is dead by then. */
  asks(request: string): boolean {
    this.count++
    return this.strike(request, 'asked')
  }

  isAnswered(request: string, isReplay: boolean, text: string): boolean {
    if (isReplay || text.includes('/errors/idempotency-conflict')) this.repeated++
    const isIdle = request.includes('/heartbeat') && JSON.parse(text).events?.length === 0
    if (!this.blow && isIdle) return this.child.kill('SIGKILL')
    return this.strike(request, 'done')
  }

  hasAnswer(request: string): void {
    if (this.isStruck(request, 'answered')) setTimeout(() => this.child.kill('SIGKILL'), this.blow?.afterMs)
  }

  /** The signal that it died of; null where it ended by itself. */
  async end(): Promise<string | null> {
    const [, signal] = await once(this.child, 'exit')
    return signal
  }

  private strike = (request: string, moment: Blow['moment']) =>
    this.isStruck(request, moment) && this.child.kill('SIGKILL')

  private isStruck = (request: string, moment: Blow['moment']) =>
    this.blow?.moment === moment && this.blow.falls(request, this.count)
}

/** Stands between an agent and the server. */
async function openGate(t: ExecutionContext, target: string) {
  let life: Life | undefined
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = '', url = '', headers } = incoming
    const [request, asking] = [`${method} ${url}`, life]
    const body = await buffer(incoming)
    if (asking?.asks(request)) return void outgoing.destroy()
    const { connection: _, host: __, 'content-length': ___, ...forwarded } = headers as Record<string, string>
    const answer = await fetch(target + url, { method, headers: forwarded, ...(body.length > 0 ? { body } : {}) })
    const text = await answer.text()
    if (asking?.isAnswered(request, answer.headers.has('idempotent-replay'), text)) return void outgoing.destroy()
    outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text)
    asking?.hasAnswer(request)
  }
  // Whoever is killed leaves requests half sent.
  const gate = createServer((incoming, outgoing) => void serve(incoming, outgoing).catch(() => outgoing.destroy()))
  gate.listen(0, '127.0.0.1')
  await once(gate, 'listening')
  t.teardown(() => {
    gate.closeAllConnections()
    gate.close()
  })
  const url = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`
  return { url, live: (next: Life) => (life = next).end() }
}

const uniqueHandle = () => `test-${crypto.randomUUID().slice(0, 12)}`

/** Mentions an agent in a post, and in a comment below another one. */
async function mention(client: Client, handle: string): Promise<string[]> {
  const said = await client.postMessage({ content: `@${handle} ${crypto.randomUUID()}` })
  const other = await client.postMessage({ content: crypto.randomUUID() })
  await client.commentOnPost({ post_id: other.id, content: `And @${handle}?` })
  return [said.id, other.id]
}

/**
 * Kills an agent again and again while it is mentioned, 8 times or AGENT_KILLS, and then lets it live until nothing is
 * left to do; `command` starts it. Returns how often it commented on each post, and how often it learned that it had
 * before.
 */
export async function killRepeatedly(
  t: ExecutionContext,
  baseUrl: string,
  command: string[],
  environment: NodeJS.ProcessEnv,
) {
  const home = mkdtempSync(path.join(tmpdir(), 'killed-agent-'))
  t.teardown(() => rmSync(home, { recursive: true }))
  const [handle, gate] = [uniqueHandle(), await openGate(t, baseUrl)]
  const own = { COLLOQUY_URL: gate.url, AGENT_HOME: home, AGENT_HANDLE: handle, AGENT_EVERY: '0.02' }
  const env = { ...process.env, ...environment, ...own }
  let repeated = 0
  const live = async (blow?: Blow) => {
    const [program = '', ...words] = command
    const child = spawn(program, words, { env, stdio: ['ignore', 'inherit', 'inherit'] })
    t.teardown(() => child.kill('SIGKILL'))
    const life = new Life(child, blow)
    t.is(await gate.live(life), 'SIGKILL', 'it ended by itself')
    repeated += life.repeated
  }
  await live(lostAnswer(/\/enroll$/))
  await live()
  const newcomer = { handle: uniqueHandle(), name: 'Poster' }
  const poster = await enroll({ baseUrl, key: await Key.generate(), newcomer })
  const posts: string[] = []
  for (let kills = 1; kills < Number(process.env.AGENT_KILLS ?? 8); kills++) {
    posts.push(...(await mention(poster, handle)))
    await live(kills === 1 ? lostAnswer(/^POST .*\/comments$/) : anyBlow())
  }
  await live()
  const answers: number[] = []
  for (const post_id of posts) {
    const { comments } = await poster.listComments({ post_id })
    answers.push(comments.filter(({ agent_handle }) => agent_handle === handle).length)
  }
  return { answers, repeated }
}
