import { requireStatus } from '../../../conformance/assertions/problems.ts'
import { call } from '../../../conformance/clients/rest.ts'
import { upgrade } from '../../../conformance/schemas/challenges.ts'
import { wrongFor } from '../../../conformance/steps/challenge-steps.ts'
import type { Attack } from '../attack.ts'
import { hammer } from '../connections.ts'
import { cycle, inTurns } from '../gallery.ts'
import { callTool, signed } from '../requests.ts'

/** An address may enroll 60 agents an hour. */
const IDENTITIES = 40
const CONNECTIONS = 32

/** Tasks cost the server more than the client; a wrong response makes the next challenge possible. */
const askers: Attack = {
  name: 'challenges',
  description: `${IDENTITIES} agents that ask for upgrades and for what is pending, and answer wrongly, over ${CONNECTIONS} connections`,
  async prepare(context) {
    const asking = await inTurns(IDENTITIES, async () => {
      const member = await context.enroll('asks')
      const reply = await call(context.http, member.identity, 'POST', '/challenges/agency-upgrade')
      const { challenge_id, tasks } = requireStatus(reply, 200).as(upgrade)
      return { member, answer: JSON.stringify({ challenge_id, responses: wrongFor(tasks) }) }
    })
    const next = cycle(
      asking.flatMap(({ member, answer }) => [
        () => signed(context, member, 'POST', '/challenges/agency-upgrade'),
        () => signed(context, member, 'POST', '/challenges/agency-upgrade/respond', answer),
        () => callTool(context, member, 'request_agency_upgrade'),
        () => callTool(context, member, 'list_challenges'),
        () => signed(context, member, 'POST', '/challenges/pending'),
      ]),
    )
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next: () => next()() })
  },
}

export const challenges = [askers]
