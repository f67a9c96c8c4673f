import type { Egress } from '../../../push/egress.ts'
import { toEgressFailure } from '../../../push/egress-failure.ts'
import { describeFailure } from '../provider-failure.ts'
import { readServedCard, type ServedCard } from './read-card.ts'

const MEDIA_TYPES = ['application/json', 'application/a2a+json']
const CARD_BYTES = 256 * 1024

type Refused = { fault: string; detail: string }

/** Fetches the card at a URL; redirects are not followed. */
export async function fetchCard(egress: Egress, url: string, timeoutMs: number): Promise<ServedCard | Refused> {
  // SDKs that serve both versions send the 0.3 card unless a version is requested.
  const headers = { accept: MEDIA_TYPES.toReversed().join(', '), 'a2a-version': '1.0' }
  const response = await egress
    .send({ url, method: 'GET', headers, timeoutMs, maxBytes: CARD_BYTES })
    .catch((error: unknown): Refused => {
      const { code: fault, detail } = describeFailure(toEgressFailure(error).code)
      return { fault, detail }
    })
  if ('fault' in response) return response
  if (response.status !== 200)
    return unusable(`The card was returned with status ${response.status}. Serve it with status 200.`)
  const [type = ''] = (response.headers['content-type'] ?? '').split(';')
  if (!MEDIA_TYPES.includes(type.trim().toLowerCase()))
    return unusable(`Serve the card as ${MEDIA_TYPES.join(' or ')}.`)
  return readServedCard(response.body)
}

const unusable = (detail: string): Refused => ({ fault: 'PROVIDER_PROTOCOL_ERROR', detail })
