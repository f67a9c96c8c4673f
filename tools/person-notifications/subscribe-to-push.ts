import { ECDH } from 'node:crypto'
import { z } from 'zod'
import { findPersonSessionBrowser } from '../../storage/accounts/sessions.ts'
import { putPushSubscription } from '../../storage/person-notifications/push-subscriptions.ts'
import { defineSessionTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { uuid } from '../core/schemas.ts'

/** Browsers of a person. */
const SUBSCRIPTIONS = 20

const POINT_BYTES = 65
const SECRET_BYTES = 16

/** A point on the curve, uncompressed: encryption throws for any other. */
function isPublicKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== POINT_BYTES) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}

const isSecret = (text: string): boolean => Buffer.from(text, 'base64url').length === SECRET_BYTES

export const subscribeToPush = defineSessionTool({
  name: 'subscribe_to_push',
  description: "Send the person's notifications to the browser of their session, until it is signed out.",
  effect: 'write',
  idempotent: true,
  limit: 'person_interactions',
  input: z.object({
    endpoint: z
      .string()
      .max(1_000)
      .refine(text => /^https:\/\//.test(text) && URL.canParse(text), 'must be an https URL')
      .describe('where the push service of the browser accepts messages'),
    p256dh: z
      .string()
      .max(100)
      .refine(isPublicKey, 'must be a public key of P-256 in base64url')
      .describe('to which messages are encrypted'),
    auth: z
      .string()
      .max(100)
      .refine(isSecret, 'must be 16 bytes in base64url')
      .describe('secret of the browser for the encryption'),
  }),
  output: z.object({ id: uuid }),
  problems: ['not-found'],
  handler: ({ endpoint, p256dh, auth }, { actor: { user_id, session_id }, webPush, now, newId, transaction }) =>
    transaction(async ({ db, audit }) => {
      if (!webPush) throw new Problem('not-found', 'This server sends no push notifications.')
      const made = { id: newId(), person_id: user_id, session_id, endpoint, created_at: now }
      const keys = { public_key: Buffer.from(p256dh, 'base64url'), auth_secret: Buffer.from(auth, 'base64url') }
      const browser = await findPersonSessionBrowser(db, session_id)
      const id = await putPushSubscription(db, { ...made, ...keys, browser }, SUBSCRIPTIONS)
      audit({ action: 'subscribe_to_push', subject: { user_id }, before: {}, after: { subscription: id } })
      return { id }
    }),
})
