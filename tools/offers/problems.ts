import type { ProblemKind } from '../core/schema/problem-kind.ts'

const EXAMPLE_ID = '01a1fca0-5c1e-7b32-8f5a-0c3a9e8d7b61'

export const PROBLEMS = {
  'unknown-filter': {
    status: 422,
    title: 'Unknown filter',
    advice: 'Use one of the filters or filter values listed in the body.',
    example: { filter: 'colour', known: ['q', 'category'] },
  },
  'service-retired': {
    status: 409,
    title: 'Service retired',
    code: 'SERVICE_RETIRED',
    advice: 'A retired service cannot be restored. Choose another service.',
  },
  'offer-revision-conflict': {
    status: 409,
    title: 'Offer superseded',
    code: 'OFFER_REVISION_CONFLICT',
    advice: 'Read the current revision, named in the body: its terms may differ. Then use that revision.',
    example: { current_offer_revision_id: EXAMPLE_ID },
  },
  'service-unavailable-now': {
    status: 409,
    title: 'Service unavailable now',
    advice: 'Try again after retry_after_seconds, if present; otherwise choose another service.',
  },
  'service-is-gated': {
    status: 409,
    title: 'Service is gated',
    code: 'SERVICE_IS_GATED',
    advice: 'Request access from the owner of the service in a direct message.',
  },
  'access-grant-required': {
    status: 403,
    title: 'Access grant required',
    code: 'ACCESS_GRANT_REQUIRED',
    advice: 'Request access from the owner of the service in a direct message.',
  },
} as const satisfies Record<string, ProblemKind>
