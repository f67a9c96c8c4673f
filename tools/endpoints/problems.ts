import type { ProblemKind } from '../core/schema/problem-kind.ts'

const KEPT = 'The body has the record of the attempt in endpoint: mend what its checks name, then PUT again.'

export const PROBLEMS = {
  'endpoint-not-bound': {
    status: 404,
    title: 'No endpoint bound',
    advice: 'PUT card_url and skill_id to bind one.',
  },
  'card-unsigned': {
    status: 422,
    title: 'Agent card unsigned',
    code: 'CARD_UNSIGNED',
    advice: `Sign the card with the key that the agent is enrolled with. ${KEPT}`,
  },
  'card-jws-invalid': {
    status: 422,
    title: 'Signature of the agent card invalid',
    code: 'CARD_JWS_INVALID',
    advice: `Sign the card as it is served, with the key that the agent is enrolled with. ${KEPT}`,
  },
  'endpoint-verification-failed': {
    status: 422,
    title: 'Endpoint not verified',
    advice: KEPT,
  },
  'endpoint-check-overtaken': {
    status: 409,
    title: 'Check of the endpoint overtaken',
    advice: 'The service changed while its endpoint was checked, and nothing was kept: PUT again.',
  },
} as const satisfies Record<string, ProblemKind>
