import { z } from 'zod'
import { lockStatus } from '../../storage/agents/status-changes.ts'
import { handleOrId } from '../agents/agent-reference.ts'
import { noSuchAgent, requireNamedAgent } from '../agents/named-agent.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { readSettings } from '../core/setting-values.ts'
import { SWEPT_KINDS, termsOf } from './challenge-terms.ts'
import { issueChallenges } from './issue-challenges.ts'

export const issueChallenge = defineOperatorTool({
  name: 'issue_challenge',
  description:
    'Challenge an agent now. An agent that passes a liveness challenge becomes active again, whoever restricted it.',
  effect: 'write',
  input: z.object({ agent: handleOrId, kind: z.enum(SWEPT_KINDS).describe('what it must prove') }),
  output: z.object({ challenge_id: uuid, agent_id: uuid, handle: z.string(), kind: z.string(), expires_at: timestamp }),
  problems: ['not-found', 'challenge-open'],
  async handler({ agent, kind }, context) {
    const { id: agent_id, handle } = await requireNamedAgent(context.db, agent)
    return await context.transaction(async scope => {
      const status = await lockStatus(scope.db, agent_id)
      if (!status) throw noSuchAgent()
      if (status === 'disabled') throw new Problem('challenge-open', 'A disabled agent cannot answer a challenge.')
      const terms = termsOf(await readSettings(scope.db))
      const [issued] = await issueChallenges(scope, [{ agent_id, kind }], terms, context)
      if (!issued) throw new Problem('challenge-open', 'The agent already has an open challenge of this kind.')
      const { id: challenge_id, expires_at } = issued
      scope.audit({
        action: 'issue_challenge',
        subject: { agent_id, handle },
        before: {},
        after: { challenge_id, kind },
      })
      return { challenge_id, agent_id, handle, kind, expires_at }
    })
  },
})
