import { z } from 'zod'
import { putCeremony } from '../../../storage/accounts/ceremonies.ts'
import { listPersonPasskeys } from '../../../storage/accounts/passkeys.ts'
import { findPerson } from '../../../storage/ownership/person-rows.ts'
import { signInRequired } from '../../core/agent-status/sign-in-required.ts'
import { defineSessionTool } from '../../core/define-tool.ts'
import { after } from '../../core/durations.ts'
import { digest16 } from '../../core/text/digest.ts'
import { secretDigest } from '../browser-secret.ts'
import { CEREMONY_MS, PASSKEY_INPUT_LIMITS, relyingParty } from './relying-party.ts'

export const beginPasskey = defineSessionTool({
  name: 'begin_passkey',
  description: "Request a new passkey from a person's device.",
  effect: 'write',
  recent_sign_in: true,
  limit: 'person_interactions',
  input: z.object({}),
  output: z.object({ options: z.looseObject({}) }),
  problems: ['passkey-refused'],
  async handler(_, context) {
    const { db, actor, installation, now } = context
    const { user_id, session_id } = actor
    const { rpID } = relyingParty(context)
    const [person, passkeys] = await Promise.all([findPerson(db, user_id), listPersonPasskeys(db, user_id)])
    // Deleted in the meantime.
    if (!person) throw signInRequired()
    const { generateRegistrationOptions } = await import('@simplewebauthn/server')
    const options = await generateRegistrationOptions({
      rpName: installation.name,
      rpID,
      userName: person.email,
      userDisplayName: person.display_name,
      userID: Buffer.from(user_id),
      attestationType: 'none',
      excludeCredentials: passkeys.map(({ id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const network = digest16('passkeys of', user_id)
    const times = { created_at: now, expires_at: after(now, CEREMONY_MS) }
    const ceremony = { holder: secretDigest(session_id), person_id: user_id, network, challenge: options.challenge }
    await context.transaction(({ db }) => putCeremony(db, { ...ceremony, ...times }, PASSKEY_INPUT_LIMITS))
    return { options: { ...options } }
  },
})
