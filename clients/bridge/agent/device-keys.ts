import path from 'node:path'
import { readIfThere, writeOnce } from '../files.ts'
import { fingerprint, makeDeviceKey, publicPem, readKey, signText } from '../keys.ts'
import { Misused } from '../options.ts'
import { Refusal } from '../refusal.ts'
import type { Agent } from './agent.ts'

export interface DeviceKeyTerms {
  kind: string
  label?: string | undefined
  scopes?: string[] | undefined
  days?: number | undefined
  /** Where its private half is stored; by default beside the primary key. */
  out?: string | undefined
}

export const listKeys = (agent: Agent) =>
  agent.call({ method: 'GET', path: '/agents/me/keys', action: 'agent.keys.list' })

function pathOf(keyId: string): string {
  if (!/^[0-9a-f]{64}$/.test(keyId))
    throw new Misused('a key is named by its key_id, 64 hex digits, as keys list prints it')
  return `/agents/me/keys/${keyId}`
}

export const revokeKey = (agent: Agent, keyId: string) =>
  agent.call({ method: 'DELETE', path: pathOf(keyId), action: 'agent.keys.revoke' })

export function renameKey(agent: Agent, keyId: string, label: string | undefined) {
  if (label === undefined) throw new Misused('keys rename requires --label TEXT')
  return agent.call({ method: 'PATCH', path: pathOf(keyId), action: 'agent.keys.rename', payload: { label } })
}

/**
 * Makes an Ed25519 key and registers it. Its file has mode 0600, and is written before the server knows the key: a
 * lost response leaves a key that a repeated call with the same `out` registers.
 */
export async function addKey(agent: Agent, { kind, label, scopes, days, out }: DeviceKeyTerms) {
  if (kind !== 'device' && kind !== 'recovery') throw new Misused('--kind is device or recovery')
  const made = makeDeviceKey()
  const file = path.resolve(out ?? fileBeside(agent, fingerprint(readKey(made, 'the new key')), kind))
  writeOnce(file, made)
  const key = readStored(file)
  const key_id = fingerprint(key)
  const proof = signText(`aui-key-addition:v1:${agent.agent_id}:${kind}:${key_id}`, key)
  const terms = { kind, label, scopes, expires_in_days: days }
  const payload = { ...terms, public_key_pem: publicPem(key), proof }
  const added = await agent.call({ method: 'POST', path: '/agents/me/keys', action: 'agent.keys.add', payload })
  return { ...added, file }
}

function fileBeside({ keeping }: Agent, keyId: string, kind: string): string {
  if (!keeping.next)
    throw new Misused('the primary key is set in the environment: say where to store the new one, --out FILE')
  return path.join(path.dirname(keeping.place), `${kind}-${keyId.slice(0, 12)}.pem`)
}

function readStored(file: string) {
  const pem = readIfThere(file)
  if (pem === undefined) throw new Refusal(`${file} could not be written`)
  return readKey(pem, file)
}
