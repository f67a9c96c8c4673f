import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { takeCeremony } from '../../../storage/accounts/ceremonies.ts'
import { findPasskeyHolder, lockPasskey, type PasskeyRow, usePasskey } from '../../../storage/accounts/passkeys.ts'
import { lockPersons } from '../../../storage/ownership/person-locks.ts'
import type { AnyoneActor, Context } from '../../core/context.ts'
import { defineVisitorTool } from '../../core/define-tool.ts'
import { browserNameOf, secretDigest, ticket } from '../browser-secret.ts'
import { startedSession, startSession } from '../sign-in-session.ts'
import { passkeyResponse, readPasskeyResponse } from './passkey-response.ts'
import { passkeyRejected, relyingParty } from './relying-party.ts'

export const signInWithPasskey = defineVisitorTool({
  name: 'sign_in_with_passkey',
  description: 'Sign in with a passkey response from this browser.',
  effect: 'write',
  limit: 'sign_in_tries',
  input: z.object({ ticket, answer: passkeyResponse, browser: browserNameOf }),
  output: startedSession,
  problems: ['passkey-refused'],
  async handler({ ticket, answer, browser }, context) {
    const { db, now, transaction } = context
    const challenge = await takeCeremony(db, { holder: secretDigest(ticket), person_id: null }, now)
    const response = readPasskeyResponse(answer)
    return await transaction(async ({ db }) => {
      const holder = await findPasskeyHolder(db, response.id)
      // Locked before the passkey, in the order of deletions of people.
      if (holder) await lockPersons(db, { shared: [], exclusive: [holder.person_id] })
      const passkey = await lockPasskey(db, response.id)
      if (!passkey || !holder || challenge === undefined) throw refused()
      const counter = await verified(response, passkey, challenge, context)
      await usePasskey(db, passkey.id, counter, now)
      const user_id = passkey.person_id
      const { email } = holder
      const opened = await startSession(db, { user_id, email, method: 'passkey', browser }, context)
      return { ...opened, user_id, is_new: false }
    })
  },
})

const refused = () => passkeyRejected('This passkey cannot be used to sign in here. Sign in with a code.')

/** The device's signature counter. */
async function verified(
  response: object,
  { id, public_key, counter }: PasskeyRow,
  expectedChallenge: string,
  context: Context<AnyoneActor>,
): Promise<number> {
  const { rpID, origin } = relyingParty(context)
  const terms = { expectedChallenge, expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true }
  const credential = { id, publicKey: new Uint8Array(public_key), counter }
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    credential,
    ...terms,
  }).catch(() => {
    throw refused()
  })
  if (!verified) throw refused()
  return authenticationInfo.newCounter
}
