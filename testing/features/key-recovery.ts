import type { FeatureCoverage } from '../feature-coverage.ts'
import { keyPairOf } from '../fixtures/test-world.ts'

export const keyRecovery: FeatureCoverage = {
  writeAttempts: () => ({ end_key_recovery: [[{}, 'not-found']] }),
  lastWriteAttempts: () => ({
    replace_lost_key: [[{ identifier: 'me', public_key_pem: keyPairOf('after').publicKey }]],
  }),
  writtenWhileRestricted: ['end_key_recovery', 'replace_lost_key'],
  usedWhileSuspended: ['end_key_recovery', 'replace_lost_key'],
}
