export type * from './answers.ts'
export type { ArchiveStore, Exported, Imported } from './archive.ts'
export type { Conduct, Credentials, Newcomer, Server, Solve } from './caller.ts'
export type { Calls } from './calls.ts'
export { type Client, connect, enroll } from './client.ts'
export { canonicalMessage, type Envelope, signEnvelope } from './envelope.ts'
export { type EventOptions, isEvent } from './events.ts'
export { Key, type KeyPair, type PlatformKey } from './key.ts'
export type { CallOptions } from './operation.ts'
export { type Fault, Problem, Unreachable } from './problem.ts'
export type { Finding, Leaf, Proof } from './record/check-proof.ts'
export type { ReadLog } from './record/transparency-log.ts'
export { readProof, type Verification, type VerifyOptions, verify } from './record/verify.ts'
export type { SigningPayload } from './spending/authorisation.ts'
export {
  type AskedFor,
  type GuardOptions,
  type Quote,
  type Spending,
  SpendingGuard,
  SpendingRefused,
  type Spent,
} from './spending/guard.ts'
export type { StreamOptions } from './stream.ts'
export { signAssertion, Tokens } from './token.ts'
export { asData, type Untrusted } from './untrusted.ts'
export { type Delivery, InvalidDelivery, type Received, verifyDelivery } from './webhook.ts'
