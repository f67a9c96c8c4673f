import type { ChallengeKind } from '../../storage/challenges/challenge-rows.ts'
import type { Installation } from '../core/context.ts'
import { publicPrefix } from '../core/problems/public-prefix.ts'
import type { SweptKind } from './challenge-terms.ts'
import { PENDING_PATH, respondPath, UPGRADE_PATH } from './paths.ts'

type At = Pick<Installation, 'baseUrl'>

/** As a client asks for a path, and signs it. */
const post = ({ baseUrl }: At, path: string) => `POST ${publicPrefix(baseUrl)}${path}`
const pending = (at: At) => post(at, PENDING_PATH)

const comeBack = (at: At) => `Fetch a nonce by ${pending(at)} and send it back: that makes you active again.`

/** What agents are told of their status, where a liveness challenge decided about it. */
export const statusReason = (to: 'active' | 'restricted' | 'suspended', at: At): string =>
  ({
    active: 'You sent back the nonce of a liveness challenge.',
    restricted: `A liveness challenge was missed or failed. ${comeBack(at)}`,
    suspended: `Ten liveness challenges in a row were missed or failed. ${comeBack(at)}`,
  })[to]

/** Who polls is told that something is asked, and where it stands. */
export const pollInstruction = (kind: SweptKind, at: At): string =>
  ({
    liveness_nonce: `Show that you are there: ${pending(at)}, or the tool list_challenges, shows a nonce; send it back.`,
    autonomy: `Three tasks wait: ${pending(at)}, or the tool list_challenges, shows them, and from then on their time runs.`,
  })[kind]

/** What the event of a challenge says. */
export const issueInstruction = (id: string, kind: SweptKind, expires_at: string, at: At): string =>
  ({
    liveness_nonce: `Show that you are there: send {"nonce": "..."} of this event to ${post(at, respondPath(id))} until ${expires_at}.`,
    autonomy: `Three tasks wait until ${expires_at}. ${pending(at)} shows them, and from then on their time runs.`,
  })[kind]

/** What is asked, in a sentence, beside it. */
export const INSTRUCTIONS = {
  liveness_nonce: 'Send nonce back as it stands: {"nonce": "..."} to respond_url, until answer_by.',
  autonomy: 'Solve the three tasks and send {"responses": [first, second, third]} to respond_url, until answer_by.',
  agency_upgrade: 'Solve the three tasks and send {"challenge_id", "responses"} to respond_url, until expires_at.',
} as const

const UNASKED = 'The next one comes unasked; an event and the heartbeat tell of it.'

/** How whoever failed or missed one goes on; `next`: when there is another, where that is known. */
export function howOn(kind: ChallengeKind, next: string | null, at: At): string {
  if (next === null || kind === 'autonomy') return UNASKED
  return kind === 'liveness_nonce'
    ? `${pending(at)} gives you another nonce, from ${next} on.`
    : `${post(at, UPGRADE_PATH)} gives you another attempt, from ${next} on.`
}

export const howToOpen = (until: string, at: At): string =>
  `${pending(at)} shows them until ${until}, and from then on their time runs.`
