import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { residentMb } from './cpu.ts'
import { privateKeys } from './keys.ts'
import { httpRequest, signRequests } from './load/requests.ts'
import type { Outcome } from './outcome.ts'
import { environment, ROOT, startLine } from './product.ts'
import { median } from './rounds.ts'
import type { Stage } from './stage.ts'
import { launchTimed } from './start.ts'

interface Start {
  ms: number
  mb: number
}

const IDLE_MS = 2_000
const ATTEMPTS = 40
const HELLO = path.join(import.meta.dirname, 'reference/echo.js')

/** From the command to the first answer, data being there; then the memory of the idle process. */
export async function b8(stage: Stage): Promise<Outcome> {
  const { rounds, agents, product, stopProduct } = stage
  await agents(1)
  await product()
  await stopProduct()
  const found: Record<'npm' | 'node' | 'hello', Start[]> = { npm: [], node: [], hello: [] }
  const hasPackage = existsSync(path.join(ROOT, 'package.json'))
  for (let round = 0; round < rounds; round++) {
    if (hasPackage) found.npm.push(await startOnce(stage, ['npm', 'start', '--silent']))
    found.node.push(await startOnce(stage, startLine()))
    found.hello.push(await startHello())
  }
  const ms = (starts: Start[]) => median(starts.map(start => start.ms))
  const mb = (starts: Start[]) => median(starts.map(start => start.mb))
  return {
    name: 'B8',
    title: 'start with its database, data there, to the first signed 200; idle memory',
    measured: [],
    checks: [
      { what: 'npm start', value: ms(found.npm), unit: 'ms', isLessBetter: true, must: 1200, aim: 500 },
      { what: 'the same without npm and the build check', value: ms(found.node), unit: 'ms' },
      { what: 'bare node:http hello', value: ms(found.hello), unit: 'ms' },
      {
        what: 'idle memory of the server process',
        value: mb(found.node),
        unit: 'MB',
        isLessBetter: true,
        must: 130,
        aim: 100,
      },
      { what: 'idle memory of bare node:http hello', value: mb(found.hello), unit: 'MB' },
    ],
    notes: ['the hello is bare node:http in place of fastify; npm start checks the build first; not pinned to a core'],
  }
}

async function startOnce({ dataDir, keys }: Stage, command: string[]): Promise<Start> {
  const port = await freePort()
  const path = '/api/v1/aui/ping'
  const plan = {
    kind: 'signed',
    method: 'POST',
    path,
    payload: 'none',
    agents: 1,
    order: 'each',
    count: ATTEMPTS,
  } as const
  const pings = await signRequests({ ...plan, host: `127.0.0.1:${port}` }, privateKeys(keys))
  return await startAndRest(command, { ...environment(dataDir), PORT: String(port) }, port, pings)
}

async function startHello(): Promise<Start> {
  const port = await freePort()
  const hello = httpRequest('GET /', `127.0.0.1:${port}`, {})
  return await startAndRest([process.execPath, HELLO, JSON.stringify({ port })], {}, port, [hello])
}

async function startAndRest(
  command: string[],
  env: NodeJS.ProcessEnv,
  port: number,
  requests: Buffer[],
): Promise<Start> {
  const { ms, pid, stop } = await launchTimed(command, env, port, requests)
  try {
    await pause(IDLE_MS)
    return { ms, mb: residentMb(pid) }
  } finally {
    await stop()
  }
}
