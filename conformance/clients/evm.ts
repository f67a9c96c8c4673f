// What EVM wallets sign, implemented with a different library than the server's.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

const hex = (data: Uint8Array): string => Buffer.from(data).toString('hex')
export const keccak = (data: Uint8Array): Buffer => Buffer.from(keccak_256(data))

/** EIP-55. */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const digest = hex(keccak(Buffer.from(digits)))
  return `0x${[...digits].map((digit, index) => (digest[index]! >= '8' ? digit.toUpperCase() : digit)).join('')}`
}

export type EvmKey = { address: string; sign(digest: Uint8Array): string }

/** A new key and its EIP-55 address. */
export function evmKey(secret: Uint8Array = secp256k1.utils.randomSecretKey()): EvmKey {
  const point = secp256k1.getPublicKey(secret, false).subarray(1)
  return {
    address: checksummed(`0x${hex(keccak(point)).slice(24)}`),
    sign(digest) {
      const signature = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' })
      const [recovery, ...rest] = signature
      return `0x${hex(Uint8Array.from(rest))}${(27 + recovery!).toString(16)}`
    },
  }
}

/** EIP-191 personal_sign. */
export function personalSign(key: EvmKey, text: string): string {
  const message = Buffer.from(text)
  return key.sign(keccak(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`), message])))
}

const word = (value: bigint | number | string): Buffer =>
  Buffer.from(BigInt(value).toString(16).padStart(64, '0'), 'hex')

/** `abi.encode` of single-word values, in hex. */
export const abiWords = (values: readonly (bigint | number | string)[]): string => hex(Buffer.concat(values.map(word)))

type Fields = readonly { name: string; type: string }[]
export type TypedData = {
  types: Record<string, Fields>
  primaryType: string
  domain: Record<string, string | number>
  message: Record<string, string | number>
}

/** EIP-712, for structures that contain no others. */
export function typedDataDigest({ types, primaryType, domain, message }: TypedData): Buffer {
  const structure = (name: string, values: TypedData['message']) => {
    const fields = types[name]!
    const type = `${name}(${fields.map(field => `${field.type} ${field.name}`).join(',')})`
    const encoded = fields.map(({ name: member, type: kind }) => {
      const value = values[member]!
      return kind === 'string' ? keccak(Buffer.from(String(value))) : word(value)
    })
    return keccak(Buffer.concat([keccak(Buffer.from(type)), ...encoded]))
  }
  const parts = [structure('EIP712Domain', domain), structure(primaryType, message)]
  return keccak(Buffer.concat([Buffer.from('1901', 'hex'), ...parts]))
}

/** `abi.encode` of strings. */
export function abiStrings(texts: readonly string[]): Buffer {
  const heads: Buffer[] = []
  const tails: Buffer[] = []
  let place = 32 * texts.length
  for (const text of texts.map(one => Buffer.from(one))) {
    const padded = Buffer.alloc(Math.ceil(text.length / 32) * 32)
    text.copy(padded)
    const tail = Buffer.concat([word(text.length), padded])
    heads.push(word(place))
    tails.push(tail)
    place += tail.length
  }
  return Buffer.concat([...heads, ...tails])
}

/** Call data for a contract function whose arguments are words, followed by bytes. */
export function callData(signature: string, words: readonly (string | number)[], bytes: string): string {
  const content = Buffer.from(bytes.slice(2), 'hex')
  const padded = Buffer.alloc(Math.ceil(content.length / 32) * 32)
  content.copy(padded)
  const place = 32 * (words.length + 1)
  const parts = [keccak(Buffer.from(signature)).subarray(0, 4), ...words.map(word), word(place), word(content.length)]
  return `0x${hex(Buffer.concat([...parts, padded]))}`
}
