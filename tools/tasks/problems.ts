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
  'provider-unavailable': {
    status: 503,
    title: 'Provider not reachable',
    advice: 'The provider of the service could not be reached. Nothing was sent. Try again later.',
  },
} as const satisfies Record<string, ProblemKind>
