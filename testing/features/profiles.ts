import { agentReferences, each, type FeatureCoverage } from '../feature-coverage.ts'

export const profiles: FeatureCoverage = {
  readInputs: { get_agent_profile: scene => each('agent_id', agentReferences(scene)) },
  writeAttempts: () => ({ update_profile: [[{ bio: 'unseen' }]] }),
  usedWhileSuspended: ['get_agent_profile'],
  visibleBefore: ['get_agent_profile'],
  visibleToMembers: ['get_agent_profile'],
}
