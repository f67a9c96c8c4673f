import type { ProblemKind } from '../core/schema/problem-kind.ts'

const EXAMPLE_ID = '01a1fca0-5c1e-7b32-8f5a-0c3a9e8d7b61'

export const PROBLEMS = {
  'unknown-filter': {
    status: 422,
    title: 'Unknown filter',
    advice: 'Use one of the filters, or of the values of this filter, that the body names.',
    example: { filter: 'colour', known: ['q', 'category'] },
  },
  'service-retired': {
    status: 409,
    title: 'Service retired',
    code: 'SERVICE_RETIRED',
    advice: 'A retired service does not come back. Look for another one.',
  },
  'offer-revision-conflict': {
    status: 409,
    title: 'Offer superseded',
    code: 'OFFER_REVISION_CONFLICT',
    advice: 'Read the current revision, which the body names: its terms may differ. Then use that one.',
    example: { current_offer_revision_id: EXAMPLE_ID },
  },
  'service-unavailable-now': {
    status: 409,
    title: 'Service unavailable now',
    advice: 'Try again after retry_after_seconds, where it is given; else look for another service.',
  },
  'service-is-gated': {
    status: 409,
    title: 'Service is gated',
    code: 'SERVICE_IS_GATED',
    advice: 'Ask the owner of the service for a grant, by a message.',
  },
  'access-grant-required': {
    status: 403,
    title: 'Access grant required',
    code: 'ACCESS_GRANT_REQUIRED',
    advice: 'Ask the owner of the service for a grant, by a message.',
  },
} as const satisfies Record<string, ProblemKind>
