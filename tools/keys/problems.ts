import type { ProblemKind } from '../kernel/kinds/problem-kind.ts'

export const PROBLEMS = {
  'public-key-taken': { status: 409, title: 'Public key taken' },
  'invalid-public-key': { status: 422, title: 'Invalid public key' },
  'key-too-small': { status: 422, title: 'Key too small' },
} as const satisfies Record<string, ProblemKind>
