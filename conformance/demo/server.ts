import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startServer } from '../mcp-suite/server.ts'
import { makePremises } from '../premises.ts'

export interface Stage {
  baseUrl: string
  /** A file that tells where a provider on this machine is found by the server, where it finds any. */
  receiver: string | undefined
  /** What to do where it finds none. */
  lacking: string
  stop(): Promise<void>
}

type Environment = Record<string, string | undefined>

const ANY: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
const CERTIFICATES = 'Services need openssl on this machine, which makes the certificate of a provider.'
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

const hasOpenssl = () => spawnSync('openssl', ['version']).status === 0

/** A server for the demo alone; without openssl, which makes certificates, one that finds no provider. */
export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-demo-'))
  const close = () => rmSync(folder, { recursive: true, force: true })
  try {
    const premises = hasOpenssl() ? await makePremises('.', folder, HOSTS) : undefined
    const { baseUrl, stop } = await startServer({ ...premises, settings: ['LOG_LEVEL=warn'] })
    return { baseUrl, receiver: premises?.file, lacking: CERTIFICATES, stop: () => stop().finally(close) }
  } catch (error) {
    close()
    throw error
  }
}
