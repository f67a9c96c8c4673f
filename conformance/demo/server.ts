import { startServer } from '../mcp-suite/server.ts'

export interface Stage {
  baseUrl: string
  /** Of a server that was started for the demo. */
  stop?: () => Promise<void>
}

type Environment = Record<string, string | undefined>

const ANY: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Where a server of this environment answers: at its public address, or at the one it listens on, under the same path. */
export function configuredUrls({ BASE_URL, HOST, PORT }: Environment): string[] {
  const address = HOST || '127.0.0.1'
  const host = ANY[address] ?? address
  const local = `http://${host.includes(':') ? `[${host}]` : host}:${PORT || '8080'}`
  return BASE_URL ? [BASE_URL, local + new URL(BASE_URL).pathname.replace(/\/$/, '')] : [local]
}

/** The server that was asked for, or the one that is configured; where none of them runs, one of our own. */
export async function findServer(asked: string | undefined, environment: Environment): Promise<Stage> {
  const urls = asked === undefined ? configuredUrls(environment) : [asked.replace(/\/+$/, '')]
  for (const baseUrl of urls) {
    if (await isServing(baseUrl)) return { baseUrl }
  }
  if (asked !== undefined) throw new Error(`no server answers at ${asked}`)
  return await startServer()
}

async function isServing(baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/api/v1/aui/version`).catch(() => undefined)
  return answer?.ok === true
}
