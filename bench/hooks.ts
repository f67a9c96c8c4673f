import { type ChildProcess, fork } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { HttpClient } from '../conformance/clients/http.ts'
import { call } from '../conformance/clients/rest.ts'
import { signaturesThatHold } from '../conformance/stubs/receiver.ts'
import { makeReceiverFile } from '../conformance/stubs/receiver-file.ts'
import type { BenchContext } from './bench-context.ts'
import { ROOT } from './builds/builds.ts'
import type { Cores } from './cores.ts'
import { forEach } from './for-each.ts'
import { agentId, handleOf, type KeyTexts, keyIndexOf, privateKeys } from './keys.ts'
import { type Product, startProduct } from './product.ts'
import { seedAgents } from './seed.ts'

export interface ReceiverAddress {
  name: string
  address: string
  port: number
  other: { name: string; port: number }
  key: string
  cert: string
}

/** A request to a path; `at` in ms since 1970, by the same clock as `now`. */
export interface Arrived {
  path: string
  headers: IncomingHttpHeaders
  text: string
  at: number
}

export const now = (): number => performance.timeOrigin + performance.now()

/** A server of this build whose webhooks lead to a receiver process on this machine. */
export interface WebhookReceiver {
  product: Product
  /** Replaces the listener for arriving requests. */
  hear(listener: (arrived: Arrived) => void): void
  /** Stops responding to requests at these paths only, and aborts the requests that are waiting. */
  hang(paths: readonly string[]): void
  /** Whether both signature forms of a delivery are valid for its recipient's secret. */
  isSigned(arrived: Arrived): boolean
  close(): Promise<void>
}

/** Agents from number `from` on with webhooks at another host, distributed evenly, at the paths `/c0` and so on. */
export interface WebhookReceivers {
  from: number
  agents: number
  hooks: number
}

/** Creates agents number 0 to `agents` - 1, the first `hooked` of which have a webhook each. */
export async function openWebhookReceiver(
  { cores, keys }: BenchContext,
  agents: number,
  hooked: number,
  others?: WebhookReceivers,
): Promise<WebhookReceiver> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-hooks-'))
  const { file, entry } = await makeReceiverFile(ROOT, path.join(folder, 'receiver'))
  const address = JSON.parse(readFileSync(file, 'utf8')) as ReceiverAddress
  const receiver = await startReceiver(address, cores)
  const product = await startProduct({ root: ROOT, suffix: '' }, path.join(folder, 'data'), cores, {}, entry)
  const close = async () => {
    await product.stop()
    receiver.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await seedAgents(product, keys, 0, agents)
    const secrets = await registerAll(product.baseUrl, keys, hooked, n => [n, `https://${address.name}/${n}`])
    if (others) {
      const { from, hooks } = others
      const hookOf = (n: number) => [from + (n % others.agents), `https://${address.other.name}/c${n}`] as const
      await registerAll(product.baseUrl, keys, hooks, hookOf)
    }
    return {
      ...{ product, close },
      hear: listener => void receiver.removeAllListeners('message').on('message', listener),
      hang: paths => void receiver.send([...paths]),
      isSigned({ path: to, headers, text }) {
        const delivery = { headers, text, at: 0, heldMs: Promise.resolve(0) }
        return signaturesThatHold(delivery, secrets[Number(to.slice(1))] ?? '').length === 2
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function startReceiver(address: ReceiverAddress, cores: Cores): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, 'load/receiver.js'), [JSON.stringify(address)])
  await once(child, 'message')
  cores.confine(child.pid!, 'rest')
  return child
}

/** Registers webhooks and returns their secrets; `hookOf` returns the agent and the URL of each. */
async function registerAll(
  baseUrl: string,
  keys: KeyTexts,
  count: number,
  hookOf: (n: number) => readonly [agent: number, url: string],
) {
  const http = new HttpClient(new URL(baseUrl))
  const pairs = privateKeys(keys).map(privateKey => ({ privateKey, publicKey: createPublicKey(privateKey) }))
  const secrets = await forEach(count, async n => {
    const [agent, url] = hookOf(n)
    const agent_id = agentId(agent)
    const pair = pairs[keyIndexOf(agent_id)]!
    const identity = { ...pair, agent_id, handle: handleOf(agent), name: handleOf(agent), public_key_pem: '' }
    const made = await call(http, identity, 'POST', '/webhooks', { url })
    if (made.status !== 201) throw new Error(`no webhook: ${made.describe()}`)
    return String(made.data.secret)
  })
  http.close()
  return secrets
}
