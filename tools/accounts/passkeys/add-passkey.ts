import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { takeCeremony } from '../../../storage/accounts/ceremonies.ts'
import { insertPasskey, listPersonPasskeys } from '../../../storage/accounts/passkeys.ts'
import { renewSession } from '../../../storage/accounts/sessions.ts'
import { putNotification } from '../../../storage/person-notifications/notification-rows.ts'
import type { Context, PersonActor } from '../../core/context.ts'
import { defineSessionTool } from '../../core/define-tool.ts'
import { nameText } from '../../core/schemas.ts'
import { newBrowserSecret, secretDigest } from '../browser-secret.ts'
import { passkeyResponse, readPasskeyResponse } from './passkey-response.ts'
import { passkeyRejected, relyingParty } from './relying-party.ts'

const PASSKEYS = 20

export const addPasskey = defineSessionTool({
  name: 'add_passkey',
  description: "Save a passkey that a person's device created. The session token changes.",
  effect: 'write',
  recent_sign_in: true,
  limit: 'person_interactions',
  input: z.object({
    name: nameText(100, 1).describe('name that helps the person recognize it'),
    answer: passkeyResponse,
  }),
  output: z.object({ token: z.string() }),
  problems: ['passkey-refused'],
  async handler({ name, answer }, context) {
    const { actor, now, newId, randomBytes, transaction } = context
    const { user_id, session_id } = actor
    const made = await verified(answer, context)
    const token = newBrowserSecret(randomBytes)
    return await transaction(async ({ db, audit }) => {
      if ((await listPersonPasskeys(db, user_id)).length >= PASSKEYS)
        throw passkeyRejected('You already have twenty passkeys. Remove one first.')
      const { id, publicKey, counter, transports = [] } = made.credential
      const passkey = {
        id,
        person_id: user_id,
        public_key: Buffer.from(publicKey).toString('hex'),
        counter,
        transports,
      }
      if (!(await insertPasskey(db, { ...passkey, name, created_at: now }))) throw notMade()
      const added = { id: newId(), person_id: user_id, kind: 'passkey_added', created_at: now } as const
      await putNotification(db, { ...added, subject_id: added.id })
      await renewSession(db, session_id, secretDigest(token))
      audit({ action: 'add_passkey', subject: { user_id }, before: {}, after: { passkey: id } })
      return { token }
    })
  },
})

const notMade = () => passkeyRejected('Your device did not create a passkey for this page in time. Try again.')

async function verified(answer: string, context: Context<PersonActor>) {
  const { user_id, session_id } = context.actor
  const { rpID, origin } = relyingParty(context)
  const ceremony = { holder: secretDigest(session_id), person_id: user_id }
  const expectedChallenge = await takeCeremony(context.db, ceremony, context.now)
  if (expectedChallenge === undefined) throw notMade()
  const response = readPasskeyResponse(answer) as unknown as RegistrationResponseJSON
  const terms = { expectedChallenge, expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true }
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { verified, registrationInfo } = await verifyRegistrationResponse({ response, ...terms }).catch(() => {
    throw notMade()
  })
  if (!verified || !registrationInfo) throw notMade()
  return registrationInfo
}
