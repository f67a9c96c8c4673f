import type { ProblemKind } from '../core/schema/problem-kind.ts'

const OF_PAGES = 'Returned only by pages for people'

export const PROBLEMS = {
  'public-key-taken': { status: 409, title: 'Public key taken' },
  'invalid-public-key': { status: 422, title: 'Invalid public key' },
  'key-too-small': { status: 422, title: 'Key too small' },
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
    advice: `${OF_PAGES}: a recovery is already in progress, one ended recently, or the agent is stopped.`,
  },
} as const satisfies Record<string, ProblemKind>
