import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

/** Key pairs that all agents of the bench share: the last digit of an agent's id says which is its own. */
const PAIRS = 16

/** Private keys, PKCS#8 DER in base64. */
export type KeyTexts = string[]

const generate = promisify(generateKeyPair)

/** Keys from a file, so that the next run finds those that this one drew, and stored agents have theirs. */
export async function keysOf(file: string): Promise<KeyTexts> {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as KeyTexts
  const pairs = await Promise.all(Array.from({ length: PAIRS }, () => generate('rsa', { modulusLength: 2048 })))
  const texts = pairs.map(({ privateKey }) => privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'))
  writeFileSync(file, JSON.stringify(texts), { mode: 0o600 })
  return texts
}

export const privateKeys = (texts: KeyTexts): KeyObject[] =>
  texts.map(text => createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' }))

export const publicKeys = (texts: KeyTexts): KeyObject[] => privateKeys(texts).map(key => createPublicKey(key))

/** The id of the bench's agent number n. */
export const agentId = (n: number): string => `01990000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** Before the agent's number. */
export const HANDLE = 'bench-'

export const handleOf = (n: number): string => HANDLE + n

export const keyIndexOf = (id: string): number => Number.parseInt(id.at(-1)!, 16)
