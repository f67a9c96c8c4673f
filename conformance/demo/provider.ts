import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { prefix } from '../clients/rest.ts'
import { readReceiverFile } from '../stubs/receiver.ts'
import type { Member } from './agent.ts'

const PROGRAM = path.join(import.meta.dirname, '../../examples/providers/typescript/provider.js')

export interface Provider {
  url: string
  cardUrl: string
  skill: string
  pid: number
  stop(): Promise<void>
}

/** The provider of the examples for an agent, as its author would start it, where the server finds its way to. */
export async function startProvider({ http, identity }: Member, receiver: string): Promise<Provider> {
  const { name, port, key, cert } = readReceiverFile(receiver)
  const { data: discovery } = await http.send({ path: `${prefix}/discovery.json` })
  const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-demo-provider-'))
  const keep = (file: string, text: string) => {
    const kept = path.join(folder, file)
    writeFileSync(kept, text, { mode: 0o600 })
    return kept
  }
  const url = `https://${name}/a2a`
  const agentKey = identity.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const env = {
    ...{ PATH: process.env.PATH, BROKER: String(discovery.base_url), PUBLIC_URL: url, PORT: String(port) },
    ...{ AGENT_ID: identity.agent_id, AGENT_KEY: keep('agent.pem', agentKey) },
    ...{ TLS_KEY: keep('tls.key', key), TLS_CERT: keep('tls.pem', cert) },
  }
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'], env })
  const abandon = () => {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', abandon)
  process.once('SIGTERM', () => process.exit(1))
  await untilListening(child)
  return {
    ...{ url, cardUrl: `https://${name}/.well-known/agent-card.json`, skill: 'count-words', pid: child.pid! },
    async stop() {
      const ended = once(child, 'exit')
      abandon()
      await ended
    },
  }
}

async function untilListening(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the provider ended with exit code ${code}`)
  })
  await Promise.race([once(createInterface(child.stdout!), 'line'), ended])
  ended.catch(() => {})
}
