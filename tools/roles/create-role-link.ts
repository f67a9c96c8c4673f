import { z } from 'zod'
import { insertRoleLink } from '../../storage/roles/staff-roles.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { MINUTE } from '../core/durations.ts'
import { timestamp } from '../core/schemas.ts'
import { linkDigest, linkPath } from './role-link.ts'
import { roleSchema } from './role-schema.ts'

const SECRET_BYTES = 32

export const createRoleLink = defineOperatorTool({
  name: 'create_role_link',
  description: 'Create a link that gives a role to the first signed-in person who opens it. It is shown only once.',
  effect: 'write',
  recent_sign_in: true,
  input: z.object({
    role: roleSchema.default('operator'),
    minutes: z.int().min(1).max(1_440).default(30).describe('how long it is valid, up to a day'),
  }),
  output: z.object({ link: z.string(), role: z.string(), expires_at: timestamp }),
  problems: [],
  async handler({ role, minutes }, { transaction, installation, randomBytes, now }) {
    const secret = randomBytes(SECRET_BYTES).toString('base64url')
    const expires_at = new Date(now.getTime() + minutes * MINUTE)
    const facts = { role, expires_at: expires_at.toISOString() }
    await transaction(async ({ db, audit }) => {
      await insertRoleLink(db, { digest: linkDigest(secret), role, created_at: now, expires_at })
      audit({ action: 'create_role_link', subject: {}, before: {}, after: facts })
    })
    return { link: `${installation.baseUrl}${linkPath(secret)}`, ...facts }
  },
})
