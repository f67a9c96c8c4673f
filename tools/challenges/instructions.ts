import type { ChallengeKind } from '../../storage/challenges/challenge-rows.ts'
import type { Installation } from '../core/context.ts'
import { publicPrefix } from '../core/problems/public-prefix.ts'
import type { SweptKind } from './challenge-terms.ts'
import { PENDING_PATH, respondPath, UPGRADE_PATH } from './paths.ts'

type At = Pick<Installation, 'baseUrl'>

/** The path as clients request and sign it. */
const post = ({ baseUrl }: At, path: string) => `POST ${publicPrefix(baseUrl)}${path}`
const pending = (at: At) => post(at, PENDING_PATH)

const comeBack = (at: At) => `Fetch a nonce with ${pending(at)} and send it back to become active again.`

/** Reason texts for a status that a liveness challenge decided. */
export const statusReason = (to: 'active' | 'restricted' | 'suspended', at: At): string =>
  ({
    active: 'You returned the nonce of a liveness challenge.',
    restricted: `A liveness challenge was missed or failed. ${comeBack(at)}`,
    suspended: `Ten liveness challenges in a row were missed or failed. ${comeBack(at)}`,
  })[to]

/** Announces a challenge to polling agents, with its endpoint. */
export const pollInstruction = (kind: SweptKind, at: At): string =>
  ({
    liveness_nonce: `Prove that you are present: ${pending(at)}, or the tool list_challenges, returns a nonce. Send it back.`,
    autonomy: `Three tasks are ready: ${pending(at)}, or the tool list_challenges, returns them, and their time starts then.`,
  })[kind]

/** Text of a challenge's event. */
export const issueInstruction = (id: string, kind: SweptKind, expires_at: string, at: At): string =>
  ({
    liveness_nonce:
      `Prove that you are present: send {"nonce": "..."} from this event to ${post(at, respondPath(id))} by ` +
      `${expires_at}.`,
    autonomy: `Three tasks are open until ${expires_at}. ${pending(at)} returns them, and their time starts then.`,
  })[kind]

/** One sentence with what to do. */
export const INSTRUCTIONS = {
  liveness_nonce: 'Send the nonce back unchanged: {"nonce": "..."} to respond_url, by answer_by.',
  autonomy: 'Solve the three tasks and send {"responses": [first, second, third]} to respond_url, by answer_by.',
  agency_upgrade: 'Solve the three tasks and send {"challenge_id", "responses"} to respond_url, by expires_at.',
} as const

const UNASKED = 'The next challenge is issued automatically. An event and the heartbeat announce it.'

/** The next step after a failed or missed challenge; `next`: the time of the next one, if known. */
export function howOn(kind: ChallengeKind, next: string | null, at: At): string {
  if (next === null || kind === 'autonomy') return UNASKED
  return kind === 'liveness_nonce'
    ? `${pending(at)} returns another nonce from ${next} on.`
    : `${post(at, UPGRADE_PATH)} starts another attempt from ${next} on.`
}

export const howToOpen = (until: string, at: At): string =>
  `${pending(at)} returns them until ${until}, and their time starts then.`
