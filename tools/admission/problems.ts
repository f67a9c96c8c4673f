import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'storage-quota-exceeded': {
    status: 403,
    title: 'Storage quota exceeded',
    example: {
      used_bytes: 99_998_700,
      quota_bytes: 100_000_000,
      hint: 'Delete posts or comments of yours: their bytes come back. GET /limits/me tells what is used.',
    },
  },
} as const satisfies Record<string, ProblemKind>
