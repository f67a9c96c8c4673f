import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../conformance/stubs/free-port.ts'
import type { BenchContext } from '../bench-context.ts'
import { startLine } from '../builds/builds.ts'
import { residentMb } from '../cpu.ts'
import { type KeyTexts, privateKeys } from '../keys.ts'
import { httpRequest, signRequests } from '../load/requests.ts'
import type { Check, Outcome } from '../outcome.ts'
import { environment, type Product } from '../product.ts'
import { median } from '../rounds.ts'
import { launchTimed, type Start } from '../start.ts'

interface Started {
  ms: number
  mb: number
}

const IDLE_MS = 2_000
const ATTEMPTS = 40
const HELLO = path.join(import.meta.dirname, '../reference/echo.js')

/** The time from the command to the first response with existing data; then the memory of the idle process. */
export async function b8({ rounds, keys, agents, products, stopProducts }: BenchContext): Promise<Outcome> {
  await agents(1)
  const sides = (await products()).map(product => ({ ...product, starts: [] as Started[] }))
  await stopProducts()
  const npm: Started[] = []
  const hello: Started[] = []
  for (let round = 0; round < rounds; round++) {
    npm.push(await startOnce(sides[0]!, keys, ['npm', 'start', '--silent']))
    for (const side of sides) side.starts.push(await startOnce(side, keys, startLine(side.root)))
    hello.push(await startHello())
  }
  const start = (what: string, starts: Started[]): Check => ({ what, value: ms(starts), unit: 'ms' })
  const idle = (what: string, starts: Started[]): Check => ({ what, value: mb(starts), unit: 'MB' })
  return {
    name: 'B8',
    title: 'start with its database, data there, to the first signed 200; idle memory',
    measured: [],
    checks: [
      { ...start('npm start', npm), isLessBetter: true, must: 1200, aim: 500 },
      ...sides.map(({ suffix, starts }) => start(`the same without npm and the build check${suffix}`, starts)),
      start('bare node:http hello', hello),
      ...sides.map(
        ({ suffix, starts }): Check => ({
          ...idle(`idle memory of the server process${suffix}`, starts),
          ...(suffix === '' ? { isLessBetter: true, must: 130, aim: 100 } : {}),
        }),
      ),
      idle('idle memory of bare node:http hello', hello),
    ],
    notes: ['the hello is bare node:http in place of fastify; npm start checks the build first; not pinned to a core'],
  }
}

const ms = (starts: Started[]) => median(starts.map(start => start.ms))
const mb = (starts: Started[]) => median(starts.map(start => start.mb))

async function startOnce({ root, dataDir }: Product, keys: KeyTexts, command: string[]): Promise<Started> {
  const port = await freePort()
  const call = { kind: 'signed', method: 'POST', path: '/api/v1/aui/ping', payload: 'none' } as const
  const plan = { ...call, host: `127.0.0.1:${port}`, agents: 1, order: 'each', count: ATTEMPTS } as const
  const pings = await signRequests(plan, privateKeys(keys))
  const env = { ...environment(dataDir), PORT: String(port) }
  return await startAndRest({ command, cwd: root, env, port }, pings)
}

async function startHello(): Promise<Started> {
  const port = await freePort()
  const command = [process.execPath, HELLO, JSON.stringify({ port })]
  const request = httpRequest('GET /', `127.0.0.1:${port}`, {})
  return await startAndRest({ command, cwd: import.meta.dirname, env: {}, port }, [request])
}

async function startAndRest(start: Start, requests: Buffer[]): Promise<Started> {
  const { ms, pid, stop } = await launchTimed(start, requests)
  try {
    await pause(IDLE_MS)
    return { ms, mb: residentMb(pid) }
  } finally {
    await stop()
  }
}
