import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { ExecutionContext } from 'ava'
import { createAuthority } from '../fakes/certificates.ts'

export type Language = 'typescript' | 'python'

export interface ProviderAgent {
  /** Where the broker's keys and extensions are. */
  broker: string
  agent_id: string
  /** In PEM. */
  privateKey: string
}

const COMMANDS: Record<Language, string[]> = {
  typescript: [process.execPath, 'dist/examples/providers/typescript/provider.js'],
  python: ['python3', 'examples/providers/python/provider.py'],
}

/** What an example says, and its exit code, with that environment. */
export function endedExample(language: Language, env: Record<string, string>) {
  const [program = '', ...words] = COMMANDS[language]
  const { status, stderr } = spawnSync(program, words, { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' })
  return { status, stderr }
}

/** A provider of the examples as a process of its own, over TLS, and the way out that leads to it. */
export async function startExample(t: ExecutionContext, language: Language, agent: ProviderAgent) {
  const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-provider-'))
  const file = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text)
    return path.join(folder, name)
  }
  const host = `${language}.example.com`
  const authority = createAuthority()
  const { key, cert } = authority.issue(host)
  const url = `https://${host}/a2a`
  const [program = '', ...words] = COMMANDS[language]
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      BROKER: agent.broker,
      PUBLIC_URL: url,
      AGENT_ID: agent.agent_id,
      PORT: '0',
      AGENT_KEY: file('agent.pem', agent.privateKey),
      TLS_KEY: file('tls.key', key),
      TLS_CERT: file('tls.pem', cert),
    },
  })
  t.teardown(async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit')
    rmSync(folder, { recursive: true })
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const port = Number(/listening on (\d+)/.exec(line)?.[1])
  return {
    url,
    host,
    port,
    ca: authority.ca,
    caFile: file('ca.pem', authority.ca),
    cardUrl: `https://${host}/.well-known/agent-card.json`,
    egress: {
      ca: authority.ca,
      lookup: async () => [{ address: '127.0.0.1', port }],
      isAllowed: () => true,
    },
  }
}
