import { CompactSign } from 'jose'
import type { Context } from '../kernel/context.ts'

/** What is told of a service, and of a task that ended. */
export type RecordType = 'colloquy-evidence+jwt' | 'colloquy-receipt+jwt'

/** The payload as a compact JWS that anybody checks offline, by the keys of records. */
export async function signRecord(
  { signingKey }: Pick<Context<unknown>, 'signingKey'>,
  typ: RecordType,
  payload: object,
): Promise<string> {
  const { id, privateKey } = await signingKey('records')
  return await new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'EdDSA', kid: id, typ })
    .sign(privateKey)
}
