import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Data, HttpClient } from '../../conformance/clients/http.ts'
import { prefix } from '../../conformance/clients/rest.ts'
import { generateKeys, type Identity, type KeyPair } from '../../conformance/clients/signing.ts'
import { claimsFor, exchange, signAssertion, tokenPath } from '../../conformance/clients/token.ts'
import { allScopes } from '../../conformance/world.ts'
import { withRetries } from './retry-setup.ts'

/** An enrolled agent with a token for all scopes. */
export interface Member {
  identity: Identity
  token: string
}

const enrolled = z.looseObject({ id: z.uuid() })
const grant = z.looseObject({ access_token: z.string() })

/** Enrolls an agent with this handle prefix; the prefix `test-` would exclude its posts from feeds. */
export async function enrollMember(
  http: HttpClient,
  publicUrl: string,
  stem: string,
  { keys, more = {} }: { keys?: KeyPair; more?: Data | undefined } = {},
): Promise<Member> {
  const pair = keys ?? (await generateKeys())
  const handle = `${stem}-${randomBytes(4).toString('hex')}`
  const name = `Abuse ${stem}`
  const body = JSON.stringify({ ...more, handle, name, public_key_pem: pair.public_key_pem })
  const reply = await withRetries(() => http.send({ method: 'POST', path: `${prefix}/agents/enroll`, body }))
  const identity = { handle, name, agent_id: reply.as(enrolled).id, ...pair }
  const granted = await withRetries(async () => {
    const assertion = await signAssertion(claimsFor(identity, publicUrl + tokenPath), identity.privateKey)
    return await exchange(http, assertion, allScopes)
  })
  return { identity, token: granted.as(grant).access_token }
}
