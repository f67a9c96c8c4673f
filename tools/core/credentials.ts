import type { KeyObject } from 'node:crypto'
import type { Visibility } from '../../storage/agents/agent-rows.ts'
import type { SecondaryKeyKind, SignerRequest } from '../../storage/keys/secondary-keys.ts'
import type { TokenRow } from '../../storage/tokens/agent-tokens.ts'
import type { Scope } from './scopes.ts'

/** An agent's key as an earlier request saw it; admission checks whether it is still current. */
export interface KnownKey {
  agent_id: string
  handle: string
  visibility: Visibility
  key_version: number
  key_fingerprint: string
  key: KeyObject
  /** Of a key beside the primary one. */
  secondary?: SecondaryKey
}

/** What a secondary key may do (KEY-60, KEY-75). */
export interface SecondaryKey {
  kind: SecondaryKeyKind
  /** Of a device key; a recovery key has none. */
  scopes: readonly Scope[]
  expires_at: Date | null
}

export interface KeyRing {
  /** The agent's primary key, from memory if available and `fresh` is not set. */
  find(agentId: string, options?: { fresh?: boolean }): KnownKey | Promise<KnownKey | undefined>
  /** The agent's secondary key of that fingerprint, unless it was revoked. */
  findSecondary(signer: SignerRequest, options?: { fresh?: boolean }): KnownKey | Promise<KnownKey | undefined>
  /** The Ed25519 key beside a primary one that has that thumbprint (RFC 7638), unless it was revoked. */
  findByThumbprint(thumbprint: string): Promise<KnownKey | undefined>
}

/** An issued token; admission checks whether it is still valid. */
export interface KnownToken extends Omit<TokenRow, 'scopes'> {
  scopes: readonly Scope[]
}

/** What proved who sent a request; the call that it is for is not proven by it. */
export type Proof = SignatureProof | TokenProof

/** An envelope, or a signature of RFC 9421, that a key of its holder verified. The primary key carries full authority. */
export interface SignatureProof {
  readonly kind: 'signature'
  readonly holder: KnownKey
  /** Absent in version 1 of the envelope. */
  readonly nonce: string | undefined
  readonly timestamp_ms: number
  readonly message: Buffer
  readonly signature: Buffer
}

export interface TokenProof {
  readonly kind: 'token'
  readonly holder: KnownToken
  /** The MCP session that the call belongs to. */
  readonly session_digest?: string | undefined
}

export interface TokenRing {
  find(digest: string): Promise<KnownToken | undefined>
}
