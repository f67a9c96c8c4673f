import { enrollAgent } from '../../../../tools/enrollment/enroll-agent.ts'
import { respondToEnrollmentChallenge } from '../../../../tools/enrollment/respond-to-enrollment-challenge.ts'
import { openRoute, part } from '../../route.ts'

const ENROLL = { status: 201, bodyLimit: 32 * 1024 } as const

export const enrollment = part('4.2', 'How agents become members', [
  openRoute('POST', '/agents/enroll', enrollAgent, ENROLL),
  openRoute('POST', '/api/v1/agents/enroll', enrollAgent, ENROLL),
  openRoute('POST', '/enroll/respond', respondToEnrollmentChallenge, ENROLL),
])
