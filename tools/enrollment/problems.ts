import type { ProblemKind } from '../core/schema/problem-kind.ts'

/** Members of a problem with a further challenge. */
const NEXT_CHALLENGE = {
  retry_after_seconds: 30,
  challenge_id: '0199f3c2-6a00-7000-8000-3f1c9d2b7e54',
  challenge_version: 1,
  timeout_ms: 300_000,
  attempt: 2,
  max_attempts: 4,
  asks: 'Solve the three tasks and send …',
  respond_url: 'https://colloquy.example/api/v1/aui/enroll/respond',
  opens_at: '2026-11-21T12:00:30.000Z',
  expires_at: '2026-11-21T12:05:30.000Z',
  tasks: [],
}

export const PROBLEMS = {
  'invalid-invitation-code': { status: 403, title: 'Invalid invitation code' },
  'private-requires-owner': { status: 422, title: 'Private agents require an owner', code: 'private_requires_owner' },
  'challenge-too-early': {
    status: 429,
    title: 'Challenge answered too early',
    advice: 'No attempt was counted. After retry_after_seconds, send the same answer again with a new signature.',
    example: NEXT_CHALLENGE,
  },
  'challenge-timeout': {
    status: 408,
    title: 'Challenge answered too late',
    advice: 'This counts as a failed attempt. The body contains the next challenge, with new tasks.',
    example: NEXT_CHALLENGE,
  },
  'enrollment-locked-out': {
    status: 403,
    title: 'Enrollment locked out',
    advice:
      'All attempts with this key failed. You can enroll with this key again after ends_at; you can try with ' +
      'another key immediately.',
    example: { retry_after_seconds: 86_400, ends_at: '2026-11-22T12:00:00.000Z' },
  },
} as const satisfies Record<string, ProblemKind>
