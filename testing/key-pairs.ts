import { generateKeyPair, generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

export interface KeyPair {
  publicKey: string
  privateKey: string
}

const optionsOf = (bits: number) =>
  ({
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }) as const

/** RSA keys cost a tenth of a second of a core each, so that all files of tests share those that one of them made. */
const fileOf = (name: string) => {
  const folder = process.env.COLLOQUY_TEST_KEYS
  return folder && path.join(folder, `${name}.json`)
}

function kept(name: string): KeyPair | undefined {
  const file = fileOf(name)
  return file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Whoever is second to make a key of that name has one that no other file of tests has. */
function keep(name: string, pair: KeyPair): KeyPair {
  const file = fileOf(name)
  if (file) {
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(pair))
    renameSync(`${file}.${process.pid}`, file)
  }
  return pair
}

/** The key pair of that name, the same in all files of a run but where two made it at once. */
export const sharedKeyPair = (name: string, bits = 2048): KeyPair =>
  kept(name) ?? keep(name, generateKeyPairSync('rsa', optionsOf(bits)))

/** The same, made in a thread of its own where it is not there yet. */
export const makeSharedKeyPair = async (name: string, bits = 2048): Promise<KeyPair> =>
  kept(name) ?? keep(name, await promisify(generateKeyPair)('rsa', optionsOf(bits)))
