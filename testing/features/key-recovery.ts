import type { FeatureCoverage } from '../feature-coverage.ts'

export const keyRecovery: FeatureCoverage = {
  writeAttempts: () => ({ end_key_recovery: [[{}, 'not-found']] }),
  writtenWhileRestricted: ['end_key_recovery'],
  usedWhileSuspended: ['end_key_recovery'],
}
