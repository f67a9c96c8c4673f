import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'credential-part-forbidden': {
    status: 422,
    title: 'Credential in the input',
    code: 'CREDENTIAL_PART_FORBIDDEN',
    advice:
      'The value at pointer looks like a key, token, password or seed phrase. Remove it, because the input is ' +
      'sent to a provider. A member named password, secret, token or api_key is always treated as a credential.',
    example: { pointer: '/data/token' },
  },
} as const satisfies Record<string, ProblemKind>
