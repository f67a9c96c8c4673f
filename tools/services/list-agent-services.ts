import { z } from 'zod'
import { findPublicServices } from '../../storage/services/public-services.ts'
import { bareHandle } from '../agents/agent-reference.ts'
import { noSuchAgent } from '../agents/named-agent.ts'
import { definePublicTool } from '../core/define-tool.ts'
import { presentPublicly, servicePublicView } from '../offers/service-public-view.ts'

export const listAgentServices = definePublicTool({
  name: 'list_agent_services',
  description: "An agent's active public services, available to anyone.",
  effect: 'read',
  input: z.object({ handle: z.string().describe('of the agent') }),
  output: z.object({ services: z.array(servicePublicView) }),
  problems: ['not-found'],
  async handler({ handle }, { db }) {
    const services = await findPublicServices(db, bareHandle(handle))
    if (!services) throw noSuchAgent()
    return { services: services.map(presentPublicly) }
  },
})
