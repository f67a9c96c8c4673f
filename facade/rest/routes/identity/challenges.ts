import { listChallenges } from '../../../../tools/challenges/list-challenges.ts'
import { requestAgencyUpgrade } from '../../../../tools/challenges/request-agency-upgrade.ts'
import { respondToChallenge } from '../../../../tools/challenges/respond-to-challenge.ts'
import { route, routeGroup } from '../../route.ts'

const SIGNED = { isSignedOnly: true } as const
const ANSWER_OPTIONS = { ...SIGNED, bodyLimit: 64 * 1024 } as const

export const challenges = routeGroup('4.13', 'Challenges for agents', [
  route('POST', '/challenges/pending', listChallenges, { ...SIGNED, action: 'challenge.pending' }),
  route('POST', '/challenges/agency-upgrade', requestAgencyUpgrade, { ...SIGNED, action: 'challenge.agency_upgrade' }),
  route('POST', '/challenges/agency-upgrade/respond', respondToChallenge, {
    ...ANSWER_OPTIONS,
    action: 'challenge.agency_upgrade.respond',
  }),
  route('POST', '/challenges/:challenge_id/respond', respondToChallenge, {
    ...ANSWER_OPTIONS,
    action: 'challenge.respond',
  }),
])
