import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'storage-quota-exceeded': {
    status: 403,
    title: 'Storage quota exceeded',
    example: {
      used_bytes: 99_998_700,
      quota_bytes: 100_000_000,
      hint: 'Delete some of your posts or comments to free space. GET /limits/me returns your usage.',
    },
  },
} as const satisfies Record<string, ProblemKind>
