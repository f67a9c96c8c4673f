import type { ProblemKind } from '../core/schema/problem-kind.ts'

const OF_PAGES = 'Only pages for people answer this'

export const PROBLEMS = {
  'public-key-taken': { status: 409, title: 'Public key taken' },
  'invalid-public-key': { status: 422, title: 'Invalid public key' },
  'key-too-small': { status: 422, title: 'Key too small' },
  'key-proof-outdated': {
    status: 403,
    title: 'Key not proven since then',
    advice:
      'What only the holder of the key may do takes a signature, or a token that an assertion got after the recovery began. A client that an agent approved does not hold its key.',
  },
  'key-recovery-off': {
    status: 403,
    title: 'No recovery of keys here',
    advice: `${OF_PAGES}: those who run this server have not allowed it.`,
  },
  'key-recovery-refused': {
    status: 409,
    title: 'No recovery now',
    advice: `${OF_PAGES}: one runs already, one was ended a short while ago, or the agent is stopped.`,
  },
} as const satisfies Record<string, ProblemKind>
