import { createPublicKey, generatePrimeSync } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { keyOfPrimes, pairAt } from '../../conformance/clients/prime-keys.ts'

export interface TestKeyPair {
  publicKey: string
  privateKey: string
}

const primes = new Map<string, bigint>()
const made = new Map<number, number>()

/**
 * A new RSA key for this test file. Finding its primes would take a tenth of a second of CPU time. Keys are therefore
 * products of a few primes that all files of a run share. Keys that share a prime are not secret: anybody can compute
 * both private keys.
 */
export function newKeyPair(bits = 2048): TestKeyPair {
  const count = made.get(bits) ?? 0
  made.set(bits, count + 1)
  const [first, second] = pairAt(count)
  const key = keyOfPrimes(primeOf(bits / 2, first), primeOf(bits / 2, second))
  return {
    privateKey: String(key.export({ type: 'pkcs8', format: 'pem' })),
    publicKey: String(createPublicKey(key).export({ type: 'spki', format: 'pem' })),
  }
}

function primeOf(bits: number, index: number): bigint {
  const name = `${bits}-${index}`
  const prime = primes.get(name) ?? findStored(name) ?? store(name, generatePrimeSync(bits, { bigint: true }))
  primes.set(name, prime)
  return prime
}

const fileOf = (name: string) => {
  const folder = process.env.COLLOQUY_TEST_PRIMES
  return folder && path.join(folder, name)
}

function findStored(name: string): bigint | undefined {
  const file = fileOf(name)
  return file && existsSync(file) ? BigInt(readFileSync(file, 'utf8')) : undefined
}

/** If two processes store a prime of the same name, the last one is shared; the other is used by one file only. */
function store(name: string, prime: bigint): bigint {
  const file = fileOf(name)
  if (file) {
    writeFileSync(`${file}.${process.pid}`, String(prime))
    renameSync(`${file}.${process.pid}`, file)
  }
  return prime
}
