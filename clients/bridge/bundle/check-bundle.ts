import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { canonicalJson } from '../canonical-json.ts'
import { type KeySet, openRecord } from './signed-record.ts'

export interface Finding {
  what: string
  /** What is wrong; `undefined`: nothing. */
  fault: string | undefined
}

type Members = Record<string, unknown>

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Verifies the evidence of a task offline, from the bundle, the keys and, if given, the task as its consumer read it. */
export function checkBundle(bundle: Members, keys: KeySet, task?: Members): Finding[] {
  const findings = [
    tried('the contract matches its hash', () => {
      require(`sha256:${sha256(canonicalJson(bundle.contract))}` === bundle.contract_hash, 'its hash differs')
    }),
    tried('the endpoint was verified before', () => {
      const said = openRecord(String(bundle.evidence), 'colloquy-evidence+jwt', keys)
      requireSame(said, bundle, ['service_id', 'provider_agent_id'])
    }),
    tried('the states are in order', () => requireStates(bundle)),
    tried('the receipt matches', () => requireReceipt(bundle, keys)),
  ]
  return task ? [...findings, ...checkDelivery(bundle, task)] : findings
}

function tried(what: string, check: () => void): Finding {
  try {
    check()
    return { what, fault: undefined }
  } catch (error) {
    return { what, fault: error instanceof Error ? error.message : String(error) }
  }
}

function require(condition: boolean, fault: string): void {
  if (!condition) throw new Error(fault)
}

function requireSame(said: Members, bundle: Members, names: readonly string[]): void {
  for (const name of names) require(isDeepStrictEqual(said[name], bundle[name]), `has another ${name}`)
}

function requireStates({ states, state, completed_at }: Members): void {
  const passed = states as { state: string; at: string }[]
  const last = passed.at(-1)
  require(last?.state === state, 'the last state is not the state of the task')
  require(passed.every(({ at }, n) => n === 0 || at >= passed[n - 1]!.at), 'a state is older than the previous one')
  require(completed_at === null || last?.at === completed_at, 'the last state is not from the time when the task ended')
}

const SIGNED = [
  'broker_task_id',
  'provider_agent_id',
  'contract_hash',
  'request_sha256',
  'artifact_sha256',
  'state',
  'error_code',
]

function requireReceipt(bundle: Members, keys: KeySet): void {
  require(bundle.receipt !== null || bundle.completed_at === null, 'there is no receipt, although the task has ended')
  if (bundle.receipt === null) return
  const said = openRecord(String(bundle.receipt), 'colloquy-receipt+jwt', keys)
  requireSame(said, bundle, SIGNED)
  require((said.payment_hash ?? null) === (bundle.payment_hash ?? null), 'has another payment_hash')
  requireSame(said.times as Members, bundle, ['created_at', 'started_at', 'completed_at'])
}

interface Artifact {
  kind: string
  text?: string
  data?: { base64?: string; uri?: string; omitted?: boolean }
  provenance: { source: string; sha256: string; uri?: string }
}

/** Compares the digests with the task as its consumer read it. */
function checkDelivery({ request_sha256, artifact_sha256 }: Members, task: Members): Finding[] {
  const { message, data, artifacts } = task
  return [
    tried('the request is the one that was sent', () => {
      require(sha256(canonicalJson({ message, data })) === request_sha256, 'its hash differs')
    }),
    tried('the artifacts are those that were delivered', () => {
      const digests = (artifacts as Artifact[]).map(digestOf)
      require(isDeepStrictEqual(digests, artifact_sha256), 'their hashes differ')
    }),
  ]
}

/** Omitted content is known only by its digest. */
function digestOf({ kind, text = '', data, provenance }: Artifact): string {
  if (kind === 'text') return sha256(text)
  if (provenance.source === 'broker') return provenance.sha256
  if (provenance.source === 'provider_reference') return sha256(provenance.uri ?? '')
  const json = sha256(canonicalJson(data))
  const isBytes = typeof data?.base64 === 'string' && json !== provenance.sha256
  return isBytes ? sha256(Buffer.from(data.base64!, 'base64')) : json
}
