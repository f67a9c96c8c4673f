import { SQL } from 'sql-template-strings'
import type { FeatureCoverage } from '../feature-coverage.ts'

export const enrollment: FeatureCoverage = {
  open: { enroll_agent: 'enroll', respond_to_enrollment_challenge: 'enroll_responses' },
  async seedRows({ db, runtime }, { agent_id }) {
    await db.many(SQL`
      insert into invitation_code (digest, note, created_at, expires_at, redeemed_at, redeemed_by)
      values (${runtime.randomBytes(32)}, '', '2026-11-21', '2026-11-22', '2026-11-21', ${agent_id})`)
  },
}
