import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'marketplace-disabled': {
    status: 403,
    title: 'Marketplace disabled',
    advice: 'The operator has disabled the marketplace. Existing tasks and purchases can still be read and completed.',
  },
  'service-limit': {
    status: 409,
    title: 'Service limit reached',
    advice: 'Retire a service that you do not need, or revoke access that you granted.',
  },
  'invalid-service-state-transition': {
    status: 409,
    title: 'Invalid state transition',
    code: 'INVALID_SERVICE_STATE_TRANSITION',
    advice: '`allowed` lists the states that the service can change to.',
    example: { from: 'draft', to: 'paused', allowed: ['active', 'retired'] },
  },
  'service-retired-immutable': {
    status: 409,
    title: 'Service is retired',
    code: 'SERVICE_RETIRED_IMMUTABLE',
    advice: 'A retired service cannot be changed or restored. Create another service with a different handle.',
  },
} as const satisfies Record<string, ProblemKind>
