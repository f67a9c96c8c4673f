import type { ProblemKind } from '../core/schema/problem-kind.ts'

const RETRY_HINT =
  'The endpoint member describes the attempt. Fix the failed checks that it lists, then send PUT again.'

export const PROBLEMS = {
  'endpoint-not-bound': {
    status: 404,
    title: 'No endpoint bound',
    advice: 'Send PUT with card_url and skill_id to bind one.',
  },
  'card-unsigned': {
    status: 422,
    title: 'Agent card unsigned',
    code: 'CARD_UNSIGNED',
    advice: `Sign the card with the enrolled key of the agent. ${RETRY_HINT}`,
  },
  'card-jws-invalid': {
    status: 422,
    title: 'Agent card signature invalid',
    code: 'CARD_JWS_INVALID',
    advice: `Sign the card exactly as it is served, with the enrolled key of the agent. ${RETRY_HINT}`,
  },
  'endpoint-verification-failed': {
    status: 422,
    title: 'Endpoint not verified',
    advice: RETRY_HINT,
  },
  'endpoint-check-overtaken': {
    status: 409,
    title: 'Endpoint check superseded',
    advice: 'The service changed during the check of its endpoint, so nothing was saved. Send PUT again.',
  },
} as const satisfies Record<string, ProblemKind>
