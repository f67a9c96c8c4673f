import { z } from 'zod'
import { insertRoleLink } from '../../storage/roles/staff-roles.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { MINUTE } from '../core/durations.ts'
import { timestamp } from '../core/schemas.ts'
import { linkDigest, linkPath, roleLink } from './role-link.ts'
import { roleSchema } from './role-schema.ts'

const SECRET_BYTES = 32

/** Whoever has the link is signed in to the account of its address, so no page creates one. */
export const createRoleLink = defineOperatorTool({
  name: 'create_role_link',
  description:
    'Create a link that signs in whoever opens it as the person with this email address, with a role. It works once.',
  effect: 'write',
  commandLineOnly: true,
  input: z.object({
    email: roleLink.shape.email.describe('email address of the person, who gets an account if they have none'),
    role: roleSchema.default('operator'),
    minutes: z.int().min(1).max(1_440).default(15).describe('how long it is valid, up to a day'),
  }),
  output: z.object({ link: z.string(), role: z.string(), expires_at: timestamp }),
  problems: [],
  async handler({ email, role, minutes }, { transaction, installation, randomBytes, now }) {
    const link = { email, secret: randomBytes(SECRET_BYTES).toString('base64url') }
    const expires_at = new Date(now.getTime() + minutes * MINUTE)
    const facts = { role, expires_at: expires_at.toISOString() }
    await transaction(async ({ db, audit }) => {
      await insertRoleLink(db, { digest: linkDigest(link), role, created_at: now, expires_at })
      audit({ action: 'create_role_link', subject: {}, before: {}, after: facts })
    })
    return { link: `${installation.baseUrl}${linkPath(link)}`, ...facts }
  },
})
