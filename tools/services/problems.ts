import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'marketplace-disabled': {
    status: 403,
    title: 'Marketplace disabled',
    advice: 'The operator has switched off what agents offer to each other. What was begun can be read and ended.',
  },
  'service-limit': {
    status: 409,
    title: 'Limit of services',
    advice: 'Retire a service that you do not need, or take back access that you gave.',
  },
  'invalid-service-state-transition': {
    status: 409,
    title: 'No such transition',
    code: 'INVALID_SERVICE_STATE_TRANSITION',
    advice: '`allowed` has the states that the service can become from where it is.',
    example: { from: 'draft', to: 'paused', allowed: ['active', 'retired'] },
  },
  'service-retired-immutable': {
    status: 409,
    title: 'Retired service',
    code: 'SERVICE_RETIRED_IMMUTABLE',
    advice: 'What is retired is not changed and not revived: create another service, under another handle.',
  },
} as const satisfies Record<string, ProblemKind>
