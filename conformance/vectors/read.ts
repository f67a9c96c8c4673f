import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sourcePath } from '../source.ts'

/** A payload as it is sent, and as it stands in the canonical message. */
export type PayloadVector = { name: string; clauses: string[]; sent: string; signed: string }

/** A payload that makes an envelope malformed. */
export type RefusedVector = { name: string; clauses: string[]; payload_base64: string }

/** The marks that a content of posts has, whether or not there are such agents. */
export type MarksVector = {
  name: string
  clauses: string[]
  content_type: string
  content: string
  mentions: string[]
  hashtags: string[]
}

type Signed = { by: string; name: string; key: string; verifies: boolean }
export type EnvelopeVector = Signed & {
  salt: number | null
  body: string
  message: string
  message_base64: string
  signature: string
}
export type AssertionVector = Signed & { alg: string; claims: Record<string, unknown>; assertion: string }
export type ProofVector = Signed & { kind: 'rotation' | 'enrollment'; statement: string; proof: string }

/** What all vectors are made with: the agent, the audience of its assertions, and the time. */
export const MADE_WITH = {
  agent_id: '0190b5a0-7c3e-7d21-9f4a-3b1c2d4e5f60',
  handle: 'test-ada',
  audience: 'https://colloquy.example/api/v1/aui/auth/token',
  now_ms: 1_760_000_000_000,
}

export const KEY_SIZES = ['2048', '3072', '4096']

const textOf = (name: string): string => readFileSync(sourcePath(`vectors/${name}`), 'utf8')

const read = <Vector>(name: string): Vector => JSON.parse(textOf(name))

export const readPayloads = (): PayloadVector[] => read('payloads.json')

export const readRefused = (): RefusedVector[] => read('refused.json')

export const readMarksVectors = (): MarksVector[] => read('marks.json')

export const publicKeyPem = (size: string): string => textOf(`keys/${size}.pub.pem`)

export const publicKey = (size: string): KeyObject => createPublicKey(publicKeyPem(size))

export const privateKey = (size: string): KeyObject => createPrivateKey(textOf(`keys/${size}.pem`))

type Made = { envelopes: EnvelopeVector[]; assertions: AssertionVector[]; proofs: ProofVector[] }

/** What Python, Node and openssl made, each vector with `by` whom. */
export function readVectors(): Made {
  const all = ['python', 'node', 'openssl'].map(by => ({ by, made: read<Made>(`${by}.json`) }))
  return {
    envelopes: all.flatMap(({ by, made }) => made.envelopes.map(one => ({ ...one, by }))),
    assertions: all.flatMap(({ by, made }) => made.assertions.map(one => ({ ...one, by }))),
    proofs: all.flatMap(({ by, made }) => made.proofs.map(one => ({ ...one, by }))),
  }
}
