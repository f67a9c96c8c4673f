import { DOCTOR_PATH, doctorProofAt, PROOF_HEADER } from '../../facade/doctor/doctor-proof.ts'

const PATIENCE_MS = 10_000
/** Of a network for examples (RFC 5737): nobody's. A proxy that is believed though it passes on what clients claim makes it the client. */
export const CLAIMED_ADDRESS = '203.0.113.7'

export interface ProbeResponse {
  status: number
  date: string | null
  text: string
}

/**
 * Asks the installation's own base URL, as anybody would: the operator named that address, which may well be of a network that
 * `push/egress` refuses to call for agents.
 */
export async function fetchBaseUrl(baseUrl: string, path: string): Promise<ProbeResponse> {
  const response = await fetch(`${baseUrl}${path}`, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })
  return { status: response.status, date: response.headers.get('date'), text: await response.text() }
}

const proven = (secret: Buffer, now: number) => ({ [PROOF_HEADER]: doctorProofAt(secret, now) })

/** What the server saw of a request that claims to come from elsewhere; `undefined`: it does not respond to such requests. */
export async function fetchProxyView(baseUrl: string, secret: Buffer, now: number): Promise<unknown> {
  const headers = { ...proven(secret, now), 'X-Forwarded-For': CLAIMED_ADDRESS }
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const response = await fetch(`${baseUrl}${DOCTOR_PATH}`, { headers, redirect: 'manual', signal })
  return response.status === 200 ? await response.json() : undefined
}

/** How many pieces a stream came in whose second one was held back; `undefined`: there was no stream. */
export async function countPieces(baseUrl: string, secret: Buffer, now: number): Promise<number | undefined> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const headers = { ...proven(secret, now), Accept: 'text/event-stream' }
  const response = await fetch(`${baseUrl}${DOCTOR_PATH}/stream`, { headers, redirect: 'manual', signal })
  if (response.status !== 200 || !response.body) return undefined
  let pieces = 0
  for await (const _ of response.body) pieces++
  return pieces
}
