import { issueChallenge } from '../../tools/challenges/issue-challenge.ts'
import { listChallenges } from '../../tools/challenges/list-challenges.ts'
import type { FeatureCoverage } from '../feature-coverage.ts'

export const challenges: FeatureCoverage = {
  readInputs: { list_challenges: () => [{}] },
  writeAttempts: ({ own }) => ({
    list_challenges: [[{}]],
    request_agency_upgrade: [[{}]],
    respond_to_challenge: [[{ challenge_id: own, nonce: 'x' }, 'not-found']],
  }),
  writtenWhileRestricted: ['list_challenges', 'request_agency_upgrade', 'respond_to_challenge'],
  usedWhileSuspended: ['list_challenges', 'request_agency_upgrade', 'respond_to_challenge'],
  forReaders: ['list_agent_challenges'],
  async seedRows(world, agent) {
    await world.callOperator(issueChallenge, { agent: agent.handle, kind: 'autonomy' })
    await world.call(listChallenges, agent)
  },
}
