import { z } from 'zod'
import { listPublishedKeys } from '../../storage/broker/signing-keys.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { keyPurpose, signingKeyState } from './signing-key.ts'

export const listSigningKeys = defineOperatorTool({
  name: 'list_signing_keys',
  description: 'The published signing keys, newest first.',
  effect: 'read',
  input: z.object({ purpose: keyPurpose }),
  output: z.object({ items: z.array(signingKeyState) }),
  problems: [],
  async handler({ purpose }, { db, now }) {
    const rows = await listPublishedKeys(db, purpose, now)
    return {
      items: rows.map(({ id, signs_from, retired_at, ends_at }) => ({
        key_id: id,
        purpose,
        signs_from,
        retired_at,
        published_until: ends_at,
      })),
    }
  },
})
