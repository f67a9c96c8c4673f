import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'invalid-handle-format': {
    status: 400,
    title: 'Invalid handle format',
    bare: ['error'],
    example: { error: 'invalid_handle_format' },
  },
  'handle-taken': { status: 409, title: 'Handle taken' },
  'handle-request-pending': { status: 409, title: 'Handle request pending' },
  'handle-reserved': { status: 422, title: 'Handle reserved', code: 'handle_reserved' },
} as const satisfies Record<string, ProblemKind>
