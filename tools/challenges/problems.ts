import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'challenge-already-answered': {
    status: 409,
    title: 'Challenge already answered',
    advice:
      'A challenge takes one answer. result tells how it was judged; it is not judged again. Where it failed, ' +
      'next_challenge_at tells when there is another, if that is known.',
    example: { result: 'failed', next_challenge_at: '2026-11-22T12:00:00.000Z' },
  },
  'challenge-expired': {
    status: 409,
    title: 'Challenge expired',
    advice:
      'Its time is over, or it was withdrawn. POST /api/v1/aui/challenges/pending tells what can be answered now; ' +
      'next_challenge_at tells when there is another, where that is known.',
    example: { next_challenge_at: null },
  },
  'challenge-open': {
    status: 409,
    title: 'No further challenge',
    advice: 'An agent has one open challenge of a kind at a time, and none while it is disabled.',
  },
  'challenge-not-opened': {
    status: 409,
    title: 'Challenge not opened',
    advice: 'Fetch its tasks by POST /api/v1/aui/challenges/pending; nothing was counted.',
  },
  'challenge-failed-retry': {
    status: 429,
    title: 'Challenge failed, try again later',
    advice:
      'The next attempt is to be had when retry_after_seconds have passed. At enrollment the members are those of the ' +
      'next challenge: answer its tasks from opens_at until expires_at. Of an agency upgrade, next_challenge_at is that time.',
    example: { retry_after_seconds: 86_400, next_challenge_at: '2026-11-22T12:00:00.000Z' },
  },
} as const satisfies Record<string, ProblemKind>
