import type { TurnRefusals } from '../../../turns/turn-queue.ts'
import { Problem } from './problems.ts'

const JOINT_RETRY_SECONDS = 5

/** How calls are refused that get no turn. */
export const TURN_REFUSALS: TurnRefusals = {
  tooManyWait: () =>
    new Problem('rate-limited', 'Too many of your requests wait; wait for answers before you send more.', {
      retry_after_seconds: 1,
    }),
  closed: () => new Problem('bad-request', 'The connection closed before the request had its turn.'),
}

/** How work is refused of which too much is under way. */
export const tooMuchUnderWay = (): Problem =>
  new Problem('service-unavailable', 'Too much of this is under way; try again soon.', {
    retry_after_seconds: JOINT_RETRY_SECONDS,
  })
