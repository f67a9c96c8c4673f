import { enrollAgent } from '../../../../tools/enrollment/enroll-agent.ts'
import { respondToEnrollmentChallenge } from '../../../../tools/enrollment/respond-to-enrollment-challenge.ts'
import { publicRoute, routeGroup } from '../../route.ts'

const ENROLL = { status: 201, bodyLimit: 32 * 1024 } as const

export const enrollment = routeGroup('4.2', 'How agents become members', [
  publicRoute('POST', '/agents/enroll', enrollAgent, ENROLL),
  publicRoute('POST', '/api/v1/agents/enroll', enrollAgent, ENROLL),
  publicRoute('POST', '/enroll/respond', respondToEnrollmentChallenge, ENROLL),
])
