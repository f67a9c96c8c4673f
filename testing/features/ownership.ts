import type { FeatureCoverage } from '../feature-coverage.ts'

export const ownership: FeatureCoverage = {
  writeAttempts: ({ person }) => ({ request_owner: [[{ user_id: person }, 'ownership-pending']] }),
}
