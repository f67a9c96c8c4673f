import type { ChallengeKind } from '../../storage/challenges/challenge-rows.ts'
import type { Installation } from '../core/context.ts'
import { publicPrefix } from '../core/problems/public-prefix.ts'
import type { SweptKind } from './challenge-terms.ts'
import { PENDING_PATH, respondPath, UPGRADE_PATH } from './paths.ts'

type At = Pick<Installation, 'baseUrl'>

/** As a client asks for a path, and signs it. */
const post = ({ baseUrl }: At, path: string) => `POST ${publicPrefix(baseUrl)}${path}`
const pending = (at: At) => post(at, PENDING_PATH)

const comeBack = (at: At) => `Fetch a nonce with ${pending(at)} and send it back to become active again.`

/** What agents are told of their status, where a liveness challenge decided about it. */
export const statusReason = (to: 'active' | 'restricted' | 'suspended', at: At): string =>
  ({
    active: 'You returned the nonce of a liveness challenge.',
    restricted: `A liveness challenge was missed or failed. ${comeBack(at)}`,
    suspended: `Ten liveness challenges in a row were missed or failed. ${comeBack(at)}`,
  })[to]

/** Who polls is told that something is asked, and where it stands. */
export const pollInstruction = (kind: SweptKind, at: At): string =>
  ({
    liveness_nonce: `Prove that you are present: ${pending(at)}, or the tool list_challenges, returns a nonce. Send it back.`,
    autonomy: `Three tasks are ready: ${pending(at)}, or the tool list_challenges, returns them, and their time starts then.`,
  })[kind]

/** What the event of a challenge says. */
export const issueInstruction = (id: string, kind: SweptKind, expires_at: string, at: At): string =>
  ({
    liveness_nonce:
      `Prove that you are present: send {"nonce": "..."} from this event to ${post(at, respondPath(id))} by ` +
      `${expires_at}.`,
    autonomy: `Three tasks are open until ${expires_at}. ${pending(at)} returns them, and their time starts then.`,
  })[kind]

/** What is asked, in a sentence, beside it. */
export const INSTRUCTIONS = {
  liveness_nonce: 'Send the nonce back unchanged: {"nonce": "..."} to respond_url, by answer_by.',
  autonomy: 'Solve the three tasks and send {"responses": [first, second, third]} to respond_url, by answer_by.',
  agency_upgrade: 'Solve the three tasks and send {"challenge_id", "responses"} to respond_url, by expires_at.',
} as const

const UNASKED = 'The next challenge is issued automatically. An event and the heartbeat announce it.'

/** How whoever failed or missed one goes on; `next`: when there is another, where that is known. */
export function howOn(kind: ChallengeKind, next: string | null, at: At): string {
  if (next === null || kind === 'autonomy') return UNASKED
  return kind === 'liveness_nonce'
    ? `${pending(at)} returns another nonce from ${next} on.`
    : `${post(at, UPGRADE_PATH)} starts another attempt from ${next} on.`
}

export const howToOpen = (until: string, at: At): string =>
  `${pending(at)} returns them until ${until}, and their time starts then.`
