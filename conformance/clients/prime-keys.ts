import { createPrivateKey, generatePrime, type KeyObject } from 'node:crypto'

const EXPONENT = 65_537n

/**
 * RSA keys of 2,048 bits, each the product of two primes that others have too. To find primes is nearly all of what a key
 * costs, a tenth of a second of a core. From two keys with one in common anybody can compute both secrets, so they are
 * for servers on this machine.
 */
export function openPrimeKeys(): () => Promise<KeyObject> {
  const primes: Promise<bigint>[] = []
  let count = 0
  const primeAt = (index: number) => (primes[index] ??= findPrime(1024))
  return async () => {
    const [first, second] = pairAt(count++)
    return keyOfPrimes(await primeAt(first), await primeAt(second))
  }
}

const findPrime = (bits: number) =>
  new Promise<bigint>((resolve, reject) => {
    generatePrime(bits, { bigint: true }, (error, prime) => (error ? reject(error) : resolve(prime)))
  })

/** Of the pairs 1 0, 2 0, 2 1, 3 0, 3 1, 3 2 and so on. */
export function pairAt(count: number): [number, number] {
  const first = Math.floor((1 + Math.sqrt(1 + 8 * count)) / 2)
  return [first, count - (first * (first - 1)) / 2]
}

export function keyOfPrimes(p: bigint, q: bigint): KeyObject {
  const d = inverse(EXPONENT, (p - 1n) * (q - 1n))
  const numbers = { n: p * q, e: EXPONENT, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) }
  const members = Object.entries(numbers).map(([name, value]) => [name, encode(value)])
  return createPrivateKey({ key: { kty: 'RSA', ...Object.fromEntries(members) }, format: 'jwk' })
}

function encode(value: bigint): string {
  const digits = value.toString(16)
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex').toString('base64url')
}

/** What times `value` leaves 1 of the modulus. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [rest, next, factor, nextFactor] = [modulus, value % modulus, 0n, 1n]
  while (next > 0n) {
    const times = rest / next
    ;[rest, next, factor, nextFactor] = [next, rest - times * next, nextFactor, factor - times * nextFactor]
  }
  if (rest !== 1n) throw new Error('the numbers have a common divisor')
  return factor < 0n ? factor + modulus : factor
}
