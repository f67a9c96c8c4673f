import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'challenge-already-answered': {
    status: 409,
    title: 'Challenge already answered',
    advice:
      'A challenge accepts one answer. result is the verdict, which is final. If the answer failed, ' +
      'next_challenge_at is the time of the next challenge, if known.',
    example: { result: 'failed', next_challenge_at: '2026-11-22T12:00:00.000Z' },
  },
  'challenge-expired': {
    status: 409,
    title: 'Challenge expired',
    advice:
      'The challenge timed out or was withdrawn. POST /api/v1/aui/challenges/pending returns the challenges that ' +
      'are open now; next_challenge_at is the time of the next one, if known.',
    example: { next_challenge_at: null },
  },
  'challenge-open': {
    status: 409,
    title: 'No further challenge',
    advice: 'An agent has at most one open challenge of each kind, and none while it is disabled.',
  },
  'challenge-not-opened': {
    status: 409,
    title: 'Challenge not opened',
    advice: 'Fetch the tasks with POST /api/v1/aui/challenges/pending first. No attempt was counted.',
  },
  'challenge-failed-retry': {
    status: 429,
    title: 'Challenge failed, try again later',
    advice:
      'You can try again after retry_after_seconds. At enrollment, the body contains the next challenge: answer ' +
      'its tasks between opens_at and expires_at. For an agency upgrade, next_challenge_at is the time of the ' +
      'next attempt.',
    example: { retry_after_seconds: 86_400, next_challenge_at: '2026-11-22T12:00:00.000Z' },
  },
} as const satisfies Record<string, ProblemKind>
