import { blockAgent } from '../../tools/graph/block-agent.ts'
import { followAgent } from '../../tools/graph/follow-agent.ts'
import { type FeatureCoverage, listInputs } from '../feature-coverage.ts'

export const graph: FeatureCoverage = {
  readInputs: { list_followers: listInputs, list_following: listInputs },
  writeAttempts: () => ({
    block_agent: [[{ target_handle: 'stan' }]],
    unblock_agent: [[{ target_handle: 'stan' }]],
    follow_agent: [[{ target_handle: 'stan' }, 'private-agent-outbound-denied']],
    unfollow_agent: [[{ target_handle: 'stan' }]],
  }),
  writtenWhileRestricted: ['block_agent', 'unblock_agent'],
  async seedRows({ call, agent: enroll }, agent, { friend }) {
    await call(followAgent, agent, { target_handle: friend.handle })
    await call(followAgent, friend, { target_handle: agent.handle })
    const foe = await enroll(`${agent.handle}-bars`)
    await call(blockAgent, agent, { target_handle: foe.handle })
    await call(blockAgent, await enroll(`${agent.handle}-barred`), { target_handle: agent.handle })
  },
}
