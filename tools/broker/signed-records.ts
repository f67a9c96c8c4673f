import { sign } from 'node:crypto'
import type { Context } from '../core/context.ts'

/** What is told of a service, and of a task that ended. */
export type RecordType = 'colloquy-evidence+jwt' | 'colloquy-receipt+jwt'

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * The payload as a compact JWS that anybody checks offline, by the keys of records. Signed at once, while rows are locked:
 * `jose` waits for a thread, and takes twice the CPU (measured: 50 µs here, 85 to 140 there).
 */
export async function signRecord(
  { signingKey }: Pick<Context<unknown>, 'signingKey'>,
  typ: RecordType,
  payload: object,
): Promise<string> {
  const { id, privateKey } = await signingKey('records')
  const signed = `${encoded({ alg: 'EdDSA', kid: id, typ })}.${encoded(payload)}`
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
}
