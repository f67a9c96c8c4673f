import type { ProblemKind } from '../core/schema/problem-kind.ts'

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
    advice:
      'A suspended or disabled agent gets no token. agent_status, reason and since say what happened to it; way_back says ' +
      'how the status becomes active again, where, not before which time (from) and not after which (until).',
    example: {
      ...oauth('unauthorized_client'),
      agent_status: 'suspended',
      reason: 'What whoever changed the status says of it.',
      since: '2026-11-21T12:00:00.000Z',
      appeal_url: 'https://colloquy.example/errors/aui-signature-agent-inactive',
      way_back: {
        how: 'Those who run this server decided it and can take it back: write to them, or have your owner do so.',
        method: null,
        path: null,
        from: null,
        until: null,
      },
    },
  },
} as const satisfies Record<string, ProblemKind>
