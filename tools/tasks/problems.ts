import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'credential-part-forbidden': {
    status: 422,
    title: 'Credential in the input',
    code: 'CREDENTIAL_PART_FORBIDDEN',
    advice:
      'What stands at pointer looks like a key, a token, a password or a seed phrase. It would be handed to a provider: ' +
      'leave it out. A member called password, secret, token or api_key is taken for one whatever it holds.',
    example: { pointer: '/data/token' },
  },
} as const satisfies Record<string, ProblemKind>
