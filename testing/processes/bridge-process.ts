import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import type { ExecutionContext, TestFn } from 'ava'
import { freePort } from '../../conformance/stubs/free-port.ts'
import { type Server, type ServerOptions, startServer } from '../../server/server.ts'
import { BRIEF } from '../brief-fields.ts'
import { createLossyProxy, type LossyProxy } from '../fakes/lossy-proxy.ts'
import { type TestDatabase, useDatabase } from '../fixtures/test-database.ts'
import { TEST_SERVER } from './server-options.ts'

export const BRIDGE = 'dist/clients/bridge/main.js'

export interface EndedProcess {
  code: number
  out: string
  err: string
}

/** A server that can be stopped and started again, what stands in front of it, and a folder for agents' keys. */
export interface BridgeSite {
  /** The base URL, which has a path. */
  url: string
  front: LossyProxy
  home: string
  database: TestDatabase
  start(secret?: Buffer): Promise<void>
  stop(): Promise<void>
  /** The bridge's environment, to which a test adds. */
  env(more?: Record<string, string>): Record<string, string>
  /** Runs one command of the bridge to its end. */
  run(words: readonly string[], more?: Record<string, string>, stdin?: string): Promise<EndedProcess>
  /** A host that has started the bridge; `said` is its output on stderr. */
  host(t: ExecutionContext, words: readonly string[], more?: Record<string, string>): Promise<BridgeHost>
}

export interface BridgeHost {
  client: Client
  said(): string
  /** The next event that was pushed. */
  pushed(): Promise<PushedEvent>
}

export interface PushedEvent {
  seq: number
  type: string
  excerpt: string
}

export function useBridge(test: TestFn, options: Pick<ServerOptions, 'egress'> = {}): () => BridgeSite {
  const database = useDatabase(test)
  let site: BridgeSite | undefined
  test.serial.before(async () => {
    site = await openSite(database(), options)
  })
  test.after.always(async () => {
    await site?.stop()
    await site?.front.close()
    rmSync(site?.home ?? '', { recursive: true, force: true })
  })
  return () => site as BridgeSite
}

async function openSite(database: TestDatabase, options: Pick<ServerOptions, 'egress'>): Promise<BridgeSite> {
  const port = await freePort()
  const front = await createLossyProxy(port)
  const url = `${front.url}/net`
  const home = mkdtempSync(path.join(tmpdir(), 'colloquy-bridge-'))
  let server: Server | undefined
  const start = async (secret = TEST_SERVER.secret) => {
    const own = { secret, port, baseUrl: url, database: database.plainAddress }
    server = await startServer({ ...TEST_SERVER, ...options, ...own })
  }
  const env = (more = {}) => ({
    PATH: process.env.PATH ?? '',
    COLLOQUY_HOME: home,
    COLLOQUY_BASE_URL: url,
    ...more,
  })
  await start()
  return {
    url,
    front,
    home,
    database,
    start,
    async stop() {
      await server?.close()
      server = undefined
    },
    env,
    run: (words, more, stdin = '') => runToEnd([BRIDGE, ...words], env(more), stdin),
    host: (t, words, more) => startHost(t, ['mcp', ...words], env(more)),
  }
}

function runToEnd(words: readonly string[], env: Record<string, string>, stdin: string): Promise<EndedProcess> {
  return new Promise(resolve => {
    const child = execFile(process.execPath, [...BRIEF, ...words], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err })
    })
    child.stdin?.end(stdin)
  })
}

/** The official client, which starts the bridge as a host does. */
async function startHost(
  t: ExecutionContext,
  words: readonly string[],
  env: Record<string, string>,
): Promise<BridgeHost> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...BRIEF, BRIDGE, ...words],
    env,
    stderr: 'pipe',
  })
  let said = ''
  transport.stderr?.on('data', text => (said += text))
  const client = new Client({ name: 'host', version: '1' })
  const came: PushedEvent[] = []
  const waiting: ((event: PushedEvent) => void)[] = []
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    const event = params.data as PushedEvent
    const next = waiting.shift()
    if (next) next(event)
    else came.push(event)
  })
  t.teardown(() => client.close())
  await client.connect(transport)
  const pushed = () =>
    came.length > 0 ? Promise.resolve(came.shift()!) : new Promise<PushedEvent>(resolve => waiting.push(resolve))
  return { client, said: () => said, pushed }
}
