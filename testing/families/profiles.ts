import { agents, each, type Family } from '../family.ts'

export const profiles: Family = {
  asked: { get_agent_profile: scene => each('agent_id', agents(scene)) },
  tried: () => ({ update_profile: [[{ bio: 'unseen' }]] }),
  usedWhileSuspended: ['get_agent_profile'],
  telling: ['get_agent_profile'],
  tellingMembers: ['get_agent_profile'],
}
