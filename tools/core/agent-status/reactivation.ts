import { z } from 'zod'
import type { AgentStatus } from '../../../storage/agents/status-locks.ts'
import type { ReactivationRow } from '../../../storage/challenges/reactivations.ts'
import type { Context } from '../context.ts'
import { publicPrefix } from '../problems/public-prefix.ts'
import { timestamp } from '../schemas.ts'
import { COMPONENTS } from '../tool-json-schema.ts'

const PENDING = '/api/v1/aui/challenges/pending'

/** How an agent that is not active becomes active again (STATUS-31). */
export const reactivation = z
  .object({
    how: z.string().describe('what to do, and who can do it'),
    method: z.string().nullable(),
    path: z.string().nullable().describe('endpoint to call; null if someone else must act'),
    from: timestamp.nullable().describe('earliest time; null: immediately'),
    until: timestamp.nullable().describe('latest time; null: no deadline'),
  })
  .register(COMPONENTS, { id: 'WayBack' })

export type Reactivation = z.output<typeof reactivation>

const described = (how: string): Reactivation => ({ how, method: null, path: null, from: null, until: null })

const echo = (path: string) =>
  `Fetch the nonce of a liveness challenge with POST ${path} and send it to its respond_url. You are then active ` +
  'again.'

const BY_CAUSE: Record<Exclude<ReactivationRow['cause'] & string, 'liveness'>, string> = {
  operator:
    'The operators of this server made this decision and can reverse it. Contact them, or ask your owner to do so.',
  owner: 'Your owner made this decision and can reverse it.',
  ownership: 'You become active when the person you asked responds or the request expires.',
  moderation:
    'You become active again after 30 days in which no removal of your content becomes final. Contest removals ' +
    'that are wrong. The operators of this server can lift the restriction earlier.',
}

/** Fixed text, independent of content by agents; the path is as the client requests and signs it. */
export function presentReactivation(
  status: AgentStatus,
  row: ReactivationRow,
  { now, installation }: Pick<Context, 'now' | 'installation'>,
): Reactivation {
  const { cause, nonce_until: until, nonce_at } = row
  if (status === 'disabled') return described(BY_CAUSE[cause === 'owner' ? 'owner' : 'operator'])
  const isEcho = until !== null || cause === 'liveness'
  if (!isEcho || status === 'pending_ownership')
    return described(BY_CAUSE[cause === 'liveness' ? 'ownership' : (cause ?? 'ownership')])
  const from = until === null && nonce_at !== null && Date.parse(nonce_at) > now.getTime() ? nonce_at : null
  const path = `${publicPrefix(installation.baseUrl)}${PENDING}`
  return { how: echo(path), method: 'POST', path, from, until }
}
