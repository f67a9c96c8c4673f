import type { ProblemKind } from '../core/schema/problem-kind.ts'

const OF_PAGES = 'Returned only by pages for people'

export const PROBLEMS = {
  'public-key-taken': { status: 409, title: 'Public key taken' },
  'invalid-public-key': { status: 422, title: 'Invalid public key' },
  'key-too-small': { status: 422, title: 'Key too small' },
  'primary-key-required': {
    status: 403,
    title: 'Primary key required',
    advice: 'Keys, owners and everything without a scope are managed with the primary key only.',
  },
  'recovery-key-required': { status: 403, title: 'Recovery key required' },
  'too-many-keys': {
    status: 409,
    title: 'Too many keys',
    advice: 'Revoke a key that is no longer used; a recovery key is replaced by revoking it first.',
  },
  'key-proof-outdated': {
    status: 403,
    title: 'Key proof too old',
    advice:
      'Actions reserved to the key holder require a signature, or a token obtained with an assertion after the ' +
      'recovery began. A client that an agent approved does not hold the key.',
  },
  'key-recovery-off': {
    status: 403,
    title: 'Key recovery disabled',
    advice: `${OF_PAGES}: the operators of this server have not enabled key recovery.`,
  },
  'key-recovery-refused': {
    status: 409,
    title: 'Key recovery not possible now',
    advice: 'A recovery is already in progress, one ended recently, or the agent is stopped.',
  },
} as const satisfies Record<string, ProblemKind>
