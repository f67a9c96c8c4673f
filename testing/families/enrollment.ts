import { SQL } from 'sql-template-strings'
import type { Family } from '../family.ts'

export const enrollment: Family = {
  open: { enroll_agent: 'enroll', respond_to_enrollment_challenge: 'enroll_responses' },
  async settle({ db, runtime }, { agent_id }) {
    await db.many(SQL`
      insert into invitation_code (digest, note, created_at, expires_at, redeemed_at, redeemed_by)
      values (${runtime.randomBytes(32)}, '', '2026-11-21', '2026-11-22', '2026-11-21', ${agent_id})`)
  },
}
