import { SQL } from 'sql-template-strings'
import type { FeatureCoverage } from '../feature-coverage.ts'
import { keyPairOf } from '../fixtures/test-world.ts'

export const keys: FeatureCoverage = {
  async seedRows({ db, runtime }, { agent_id }) {
    const now = new Date(runtime.clock())
    await db.many(SQL`
      insert into key_recovery (id, agent_id, fingerprint, former_fingerprint, started_at, completes_at)
      values (${runtime.newId()}, ${agent_id}, 'next', 'former', ${now}, ${now})`)
    await db.many(SQL`
      insert into secondary_key (fingerprint, agent_id, kind, label, scopes, spki, created_at, expires_at)
      values (${runtime.newId()}, ${agent_id}, 'device', 'laptop', '{feed:read}', 'spki', ${now}, ${now})`)
  },
  lastWriteAttempts: () => ({ rotate_key: [[{ identifier: 'me', public_key_pem: keyPairOf('next').publicKey }]] }),
  readInputs: { list_keys: () => [{ identifier: 'me' }] },
  writeAttempts: () => ({
    add_key: [
      [
        { identifier: 'me', public_key_pem: keyPairOf('another').publicKey, proof: '', scopes: ['feed:read'] },
        'validation-error',
      ],
    ],
    rename_key: [[{ identifier: 'me', key_id: 'a'.repeat(64), label: 'x' }, 'not-found']],
    revoke_key: [[{ identifier: 'me', key_id: 'a'.repeat(64) }, 'not-found']],
  }),
  writtenWhileRestricted: ['add_key', 'rename_key', 'revoke_key', 'rotate_key'],
  usedWhileSuspended: ['add_key', 'list_keys', 'rename_key', 'revoke_key', 'rotate_key'],
  // It would invalidate the outsider's key.
  skipTwinRun: ['rotate_key'],
}
