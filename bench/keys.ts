import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

/** The agents of the benchmarks share these key pairs; the last hexadecimal digit of an agent's id selects its own. */
const PAIRS = 16

/** Private keys, PKCS#8 DER in base64. */
export type KeyTexts = string[]

const generate = promisify(generateKeyPair)

/** Keys from a file, so that later runs find the keys of stored agents. */
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

/** The id of benchmark agent number n. */
export const agentId = (n: number): string => `01990000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** The handle prefix before the agent's number. */
export const HANDLE = 'bench-'

export const handleOf = (n: number): string => HANDLE + n

export const keyIndexOf = (id: string): number => Number.parseInt(id.at(-1)!, 16)
