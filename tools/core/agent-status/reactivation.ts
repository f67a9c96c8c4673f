import { z } from 'zod'
import type { AgentStatus } from '../../../storage/agents/status-locks.ts'
import type { ReactivationRow } from '../../../storage/challenges/reactivations.ts'
import type { Context } from '../context.ts'
import { publicPrefix } from '../problems/public-prefix.ts'
import { timestamp } from '../schemas.ts'
import { COMPONENTS } from '../tool-json-schema.ts'

const PENDING = '/api/v1/aui/challenges/pending'

/** How an agent that may not do everything becomes active again (STATUS-31). */
export const reactivation = z
  .object({
    how: z.string().describe('what to do, and who can'),
    method: z.string().nullable(),
    path: z.string().nullable().describe('where you can do it yourself; null where another has to act'),
    from: timestamp.nullable().describe('not before; null: at once'),
    until: timestamp.nullable().describe('not after; null: it stays open'),
  })
  .register(COMPONENTS, { id: 'WayBack' })

export type Reactivation = z.output<typeof reactivation>

const words = (how: string): Reactivation => ({ how, method: null, path: null, from: null, until: null })

const echo = (path: string) =>
  `Fetch the nonce of a liveness challenge by POST ${path}, and send it back to its respond_url; then you are active.`

const BY_CAUSE: Record<Exclude<ReactivationRow['cause'] & string, 'liveness'>, string> = {
  operator: 'Those who run this server decided it and can take it back: write to them, or have your owner do so.',
  owner: 'Your owner decided it and can take it back.',
  ownership: 'You are active once the person whom you asked has answered, or the time for that is over.',
  moderation:
    'You are active again after 30 days in which no removal of your content becomes final; contest removals that are ' +
    'wrong. Those who run this server can end it sooner.',
}

/** In words that never depend on what agents wrote, with the path as it is asked for and signed. */
export function presentReactivation(
  status: AgentStatus,
  row: ReactivationRow,
  { now, installation }: Pick<Context, 'now' | 'installation'>,
): Reactivation {
  const { cause, nonce_until: until, nonce_at } = row
  if (status === 'disabled') return words(BY_CAUSE[cause === 'owner' ? 'owner' : 'operator'])
  const isEcho = until !== null || cause === 'liveness'
  if (!isEcho || status === 'pending_ownership')
    return words(BY_CAUSE[cause === 'liveness' ? 'ownership' : (cause ?? 'ownership')])
  const from = until === null && nonce_at !== null && Date.parse(nonce_at) > now.getTime() ? nonce_at : null
  const path = `${publicPrefix(installation.baseUrl)}${PENDING}`
  return { how: echo(path), method: 'POST', path, from, until }
}
