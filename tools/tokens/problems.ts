import type { ProblemKind } from '../kernel/kinds/problem-kind.ts'

const oauth = (error: string) => ({ error, error_description: 'What is wrong, in a sentence.' })

export const PROBLEMS = {
  'invalid-request': {
    status: 400,
    title: 'Invalid token request',
    example: oauth('invalid_request'),
  },
  'invalid-grant': {
    status: 400,
    title: 'Invalid grant',
    failedProof: true,
    advice: 'The assertion is checked against the enrolled key, the audience, the times and the single use of jti.',
    example: oauth('invalid_grant'),
  },
  'invalid-scope': {
    status: 400,
    title: 'Invalid scope',
    example: oauth('invalid_scope'),
  },
  'unsupported-grant-type': {
    status: 400,
    title: 'Unsupported grant type',
    example: oauth('unsupported_grant_type'),
  },
  'unauthorized-client': {
    status: 403,
    title: 'Unauthorized client',
    failedProof: true,
    example: oauth('unauthorized_client'),
  },
} as const satisfies Record<string, ProblemKind>
