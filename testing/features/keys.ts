import { SQL } from 'sql-template-strings'
import type { FeatureCoverage } from '../feature-coverage.ts'
import { keyPairOf } from '../fixtures/test-world.ts'

export const keys: FeatureCoverage = {
  async seedRows({ db, runtime }, { agent_id }) {
    const now = new Date(runtime.clock())
    await db.many(SQL`
      insert into key_recovery (id, agent_id, fingerprint, former_fingerprint, started_at, completes_at)
      values (${runtime.newId()}, ${agent_id}, 'next', 'former', ${now}, ${now})`)
  },
  lastWriteAttempts: () => ({ rotate_key: [[{ identifier: 'me', public_key_pem: keyPairOf('next').publicKey }]] }),
  writtenWhileRestricted: ['rotate_key'],
  usedWhileSuspended: ['rotate_key'],
  // It ends the outsider's key.
  skipTwinRun: ['rotate_key'],
}
