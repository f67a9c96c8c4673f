import { z } from 'zod'
import { putCeremony } from '../../../storage/accounts/ceremonies.ts'
import { defineVisitorTool } from '../../core/define-tool.ts'
import { after } from '../../core/durations.ts'
import { secretDigest, ticket } from '../browser-secret.ts'
import { CEREMONY_MS, PASSKEY_INPUT_LIMITS, relyingParty } from './relying-party.ts'

export const beginPasskeySignIn = defineVisitorTool({
  name: 'begin_passkey_sign_in',
  description: 'Request a passkey from a device that signs in; the passkey identifies the person.',
  effect: 'write',
  limit: 'sign_ins',
  input: z.object({ ticket }),
  output: z.object({ options: z.looseObject({}) }),
  problems: ['passkey-refused'],
  async handler({ ticket }, context) {
    const { now, network } = context
    const { rpID } = relyingParty(context)
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
    const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
    const times = { created_at: now, expires_at: after(now, CEREMONY_MS) }
    const ceremony = { holder: secretDigest(ticket), person_id: null, challenge: options.challenge, ...times }
    await context.transaction(({ db }) => putCeremony(db, { ...ceremony, network: network!() }, PASSKEY_INPUT_LIMITS))
    return { options: { ...options } }
  },
})
