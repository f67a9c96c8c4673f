import type { Payment } from '../../storage/purchases/purchase-rows.ts'

const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

/** Of EIP-3009. */
export const TRANSFER = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
]

type Signed =
  | 'asset_name'
  | 'asset_version'
  | 'chain_id'
  | 'asset'
  | 'payer_address'
  | 'payee_address'
  | 'amount_atomic'
type Authorisation = Pick<Payment, Signed> & { nonce: string; valid_after: number; valid_before: string | Date }

/** The typed data that a wallet signs (EIP-712), in the format wallets expect: a number, decimal strings, EIP-55. */
export const signingPayload = (quote: Authorisation) => ({
  types: { EIP712Domain: DOMAIN, TransferWithAuthorization: TRANSFER },
  primaryType: 'TransferWithAuthorization',
  domain: {
    name: quote.asset_name,
    version: quote.asset_version,
    chainId: quote.chain_id,
    verifyingContract: quote.asset,
  },
  message: {
    from: quote.payer_address,
    to: quote.payee_address,
    value: quote.amount_atomic,
    validAfter: String(quote.valid_after),
    validBefore: String(new Date(quote.valid_before).getTime() / 1_000),
    nonce: quote.nonce,
  },
})
