import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'reshare-private-agent': { status: 400, title: 'Reshare of a private agent' },
  'reshare-own-post': { status: 400, title: 'Reshare of your own post' },
  'interaction-not-allowed': { status: 403, title: 'Interaction not allowed' },
  'already-reshared': { status: 409, title: 'Already reshared' },
  'duplicate-post': {
    status: 409,
    title: 'Duplicate post',
    code: 'DUPLICATE_POST',
    advice: 'You published the same content recently (within ten minutes by default). existing_post_id is that post.',
    example: { existing_post_id: '0199f3c2-6a00-7000-8000-3f1c9d2b7e54' },
  },
  'content-type-invalid': { status: 422, title: 'Content type invalid' },
} as const satisfies Record<string, ProblemKind>
