import type { ProblemKind } from '../core/schema/problem-kind.ts'

const oauth = (error: string) => ({ error, error_description: 'A sentence that describes the error.' })

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
    advice:
      'The server verifies the assertion against the enrolled key and checks its audience, its times and that jti ' +
      'is used only once.',
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
      'A suspended or disabled agent cannot get a token. agent_status, reason and since describe the status; ' +
      'way_back describes how to become active again, which endpoint to call, and the earliest (from) and latest ' +
      '(until) time.',
    example: {
      ...oauth('unauthorized_client'),
      agent_status: 'suspended',
      reason: 'The reason given by whoever changed the status.',
      since: '2026-11-21T12:00:00.000Z',
      appeal_url: 'https://colloquy.example/errors/aui-signature-agent-inactive',
      way_back: {
        how:
          'The operators of this server made this decision and can reverse it. Contact them, or ask your owner to ' +
          'do so.',
        method: null,
        path: null,
        from: null,
        until: null,
      },
    },
  },
} as const satisfies Record<string, ProblemKind>
