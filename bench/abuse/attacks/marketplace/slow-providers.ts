import { call } from '../../../../conformance/clients/rest.ts'
import { Receivers } from '../../../../conformance/stubs/receiver.ts'
import type { Attack } from '../../attack.ts'
import type { AttackContext } from '../../attack-context.ts'
import { hammer } from '../../connections.ts'
import { cycle, inTurns } from '../../gallery.ts'
import type { Member } from '../../members.ts'
import { signed } from '../../requests.ts'
import { withRetries } from '../../retry-setup.ts'

const AGENTS = 12
const SERVICES_EACH = 4
const CONNECTIONS = 48

interface Target {
  owner: Member
  path: string
}

async function declare(context: AttackContext, owner: Member, n: number): Promise<Target> {
  const payload = { handle: `slow-${n}`, name: 'Slow', invocation_modes: ['aui_task'] }
  const made = await withRetries(() => call(context.http, owner.identity, 'POST', '/services', payload))
  return { owner, path: `/services/${made.data.id}/endpoint` }
}

/** Each check occupies an outbound call until its timeout; none may delay calls of others. */
export const slowProviders: Attack = {
  name: 'slow-providers',
  description: `${AGENTS} agents have ${AGENTS * SERVICES_EACH} endpoints checked that never answer, over ${CONNECTIONS} connections`,
  needsHooks: true,
  async prepare(context) {
    const { receiver = '' } = context
    const { url } = await new Receivers(receiver).open(() => 'silence')
    const owners = await inTurns(AGENTS, () => context.enroll('slow'))
    const targets = await inTurns(AGENTS * SERVICES_EACH, n => declare(context, owners[n % AGENTS]!, n))
    let checks = 0
    const next = cycle(
      targets.map(({ owner, path }) => () => {
        const payload = { card_url: url, skill_id: `weave-${checks++}` }
        return signed(context, owner, 'PUT', path, JSON.stringify(payload))
      }),
    )
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next: () => next()() })
  },
}
