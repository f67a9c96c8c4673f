import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startServer } from '../mcp-suite/server.ts'
import { makeReceiverFile } from '../stubs/receiver-file.ts'
import type { Chain } from './chain.ts'

export interface DemoServer {
  baseUrl: string
  /** A file that maps hosts of providers to this machine, if the server can call any. */
  receiver: string | undefined
  /** What to do where it finds none. */
  lacking: string
  /** Of an address with something to pay with, where services are paid for. */
  payerKey?: string
  stop(): Promise<void>
}

type Environment = Record<string, string | undefined>

const ANY: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
const CERTIFICATES = 'Services need openssl on this machine, which makes the certificate of a provider.'
const CHECKOUT = 'The part with services needs a checkout, whose tests bring a provider: `npm run demo -- --own`.'
/** Of the checkout, or of the package. */
const ROOT = path.join(import.meta.dirname, '../../..')
/** The server of a checkout that can reach a receiver, bundled, which starts in half the time. */
const BUNDLED = path.join(ROOT, 'dist/bundle/testing/serve.js')
/** What only a checkout has. */
const isInCheckout = existsSync(path.join(ROOT, 'dist/testing/make-receiver.js'))
const HOSTS = ['counter.example.com', 'elsewhere.example.com'] as const

/** Where a server of this environment answers: at its public address, or at the one it listens on, under the same path. */
export function configuredUrls({ BASE_URL, HOST, PORT }: Environment): string[] {
  const address = HOST || '127.0.0.1'
  const host = ANY[address] ?? address
  const local = `http://${host.includes(':') ? `[${host}]` : host}:${PORT || '8080'}`
  return BASE_URL ? [BASE_URL, local + new URL(BASE_URL).pathname.replace(/\/$/, '')] : [local]
}

/** The first of them that answers. */
export async function findServer(urls: readonly string[]): Promise<string | undefined> {
  for (const baseUrl of urls) {
    if (await isServing(baseUrl)) return baseUrl
  }
  return undefined
}

async function isServing(baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/api/v1/aui/version`).catch(() => undefined)
  return answer?.ok === true
}

/** What it is made of is there in a checkout alone. */
async function chainIn(folder: string): Promise<Chain | undefined> {
  if (!isInCheckout) throw new Error('--paid goes in a checkout: a package has no chain')
  const { openChain } = await import('./chain.ts')
  return await openChain(folder)
}

const hasOpenssl = () => spawnSync('openssl', ['version']).status === 0

/**
 * A server for the demo alone; without openssl, which makes certificates, one that finds no provider. One that is paid has a
 * chain beside it.
 */
export async function openDemoServer(isPaid: boolean): Promise<DemoServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-demo-'))
  const opened: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const one of opened.reverse()) await one()
  }
  try {
    const receiverFile = isInCheckout && hasOpenssl() ? await makeReceiverFile(ROOT, folder, HOSTS) : undefined
    const entry = receiverFile?.entry.with(0, BUNDLED)
    const chain = isPaid ? await chainIn(folder) : undefined
    if (isPaid && !chain)
      throw new Error('--paid needs anvil, which this platform has not: npm ci with its dev dependencies')
    if (chain) opened.push(chain.stop)
    const dataDir = path.join(folder, 'data')
    const settings = Object.entries(chain?.settings ?? {}).map(([name, value]) => `${name}=${value}`)
    const { baseUrl, stop } = await startServer({
      root: ROOT,
      ...(entry && { entry }),
      dataDir,
      settings: ['LOG_LEVEL=warn', ...settings],
    })
    opened.push(stop)
    const paying = chain ? { payerKey: await chain.fund(dataDir) } : {}
    return {
      baseUrl,
      receiver: receiverFile?.file,
      lacking: isInCheckout ? CERTIFICATES : CHECKOUT,
      ...paying,
      stop: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
