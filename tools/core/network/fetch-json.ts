import type { Egress, EgressRequest } from '../../../push/egress.ts'
import { JsonReading } from '../text/canonical-json.ts'

/** The members of a JSON object that a URL returns with status 200; without any, if it returns anything else. */
export async function fetchJsonObject(
  egress: Egress,
  request: Pick<EgressRequest, 'url' | 'timeoutMs' | 'mayBeLocal'> & { maxBytes: number },
): Promise<Readonly<Record<string, unknown>>> {
  const headers = { accept: 'application/json' }
  const response = await egress.send({ ...request, method: 'GET', headers }).catch(() => undefined)
  const read = response?.status === 200 ? new JsonReading(response.body).value() : undefined
  return read?.ok ? (read.value as Record<string, unknown>) : {}
}
