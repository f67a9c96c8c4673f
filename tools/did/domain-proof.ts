import type { Egress } from '../../push/egress.ts'
import { SECOND } from '../core/durations.ts'
import { fetchJsonObject } from '../core/network/fetch-json.ts'

export const PROOF_PATH = '/.well-known/colloquy-agent'

const TIMEOUT_MS = 5 * SECOND
const PROOF_BYTES = 16 * 1024

/** Whether the domain says that it belongs to the agent: a JSON object whose `agents` has its DID (DID-11). */
export async function isProvenBy(egress: Egress, domain: string, did: string): Promise<boolean> {
  const request = { url: `https://${domain}${PROOF_PATH}`, timeoutMs: TIMEOUT_MS, maxBytes: PROOF_BYTES }
  const { agents } = await fetchJsonObject(egress, request)
  return Array.isArray(agents) && agents.includes(did)
}
