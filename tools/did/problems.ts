import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'domain-not-proven': {
    status: 403,
    title: 'Domain not proven',
    advice:
      'Serve the JSON of `expected` with status 200 at `url`, over HTTPS and without a redirect, and repeat the request.',
  },
} as const satisfies Record<string, ProblemKind>
