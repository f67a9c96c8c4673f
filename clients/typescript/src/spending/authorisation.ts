import { type Bytes, hex, utf8 } from '../encoding.ts'
import { keccak256 } from './keccak.ts'

const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]
const TRANSFER = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
]

/** A transfer authorization (EIP-3009) that others can execute; numbers are decimals. */
export interface Transfer {
  from: string
  to: string
  value: string
  validAfter: string
  validBefore: string
  nonce: string
}

export interface TokenDomain {
  name: string
  version: string
  chainId: number
  verifyingContract: string
}

interface TypedField {
  name: string
  type: string
}

/** Typed data (EIP-712) for wallets. */
export interface SigningPayload {
  domain: TokenDomain
  types: { EIP712Domain: TypedField[]; TransferWithAuthorization: TypedField[] }
  primaryType: 'TransferWithAuthorization'
  message: Transfer
}

export const typedData = (domain: TokenDomain, message: Transfer): SigningPayload => ({
  domain,
  types: { EIP712Domain: DOMAIN, TransferWithAuthorization: TRANSFER },
  primaryType: 'TransferWithAuthorization',
  message,
})

const inBytes = (digits: string): Bytes =>
  Uint8Array.from({ length: digits.length / 2 }, (_, n) => Number.parseInt(digits.slice(2 * n, 2 * n + 2), 16))

/** A number as 32 bytes, from decimals, or from 0x and hex digits. */
const word = (number: string | number): Bytes => inBytes(BigInt(number).toString(16).padStart(64, '0'))

function joined(...parts: Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let index = 0
  for (const part of parts) {
    all.set(part, index)
    index += part.length
  }
  return all
}

const typeHash = (name: string, fields: readonly TypedField[]): Bytes =>
  keccak256(utf8(`${name}(${fields.map(field => `${field.type} ${field.name}`).join(',')})`))

/** The digest to sign: the `payment_hash` of a quote (PURCHASE-21). */
export function digestOf({ domain, message }: Pick<SigningPayload, 'domain' | 'message'>): string {
  const { name, version, chainId, verifyingContract } = domain
  const texts = [keccak256(utf8(name)), keccak256(utf8(version))]
  const separator = joined(typeHash('EIP712Domain', DOMAIN), ...texts, word(chainId), word(verifyingContract))
  const { from, to, value, validAfter, validBefore, nonce } = message
  const words = [from, to, value, validAfter, validBefore, nonce].map(word)
  const struct = joined(typeHash('TransferWithAuthorization', TRANSFER), ...words)
  return `0x${hex(keccak256(joined(inBytes('1901'), keccak256(separator), keccak256(struct))))}`
}

/** Derived from the purchase alone (PURCHASE-22): keccak256 of the ABI encoding of strings. */
export function nonceOf(purchaseId: string, offerRevisionId: string, buyerId: string): string {
  const texts = ['colloquy-purchase-v1', purchaseId, offerRevisionId, buyerId].map(utf8)
  const tails = texts.map(text => joined(word(text.length), text, new Uint8Array((32 - (text.length % 32)) % 32)))
  let place = 32 * texts.length
  const heads = tails.map(({ length }) => {
    place += length
    return word(place - length)
  })
  return `0x${hex(keccak256(joined(...heads, ...tails)))}`
}
