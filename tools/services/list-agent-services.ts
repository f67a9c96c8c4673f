import { z } from 'zod'
import { isPublicHandle } from '../../storage/agents/agents.ts'
import { bareHandle } from '../agents/identifier.ts'
import { definePublicTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { servicePublicView } from './service-public-view.ts'

export const listAgentServices = definePublicTool({
  name: 'list_agent_services',
  description: 'The active public services of an agent; for anyone.',
  effect: 'read',
  input: z.object({ handle: z.string().describe('of the agent') }),
  output: z.object({ services: z.array(servicePublicView) }),
  problems: ['not-found'],
  async handler({ handle }, { db }) {
    if (!(await isPublicHandle(db, bareHandle(handle)))) throw new Problem('not-found', 'There is no such agent.')
    return { services: [] }
  },
})
