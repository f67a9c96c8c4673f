/** What agents are told of their status, where a liveness challenge decided about it. */
export const STATUS_REASONS = {
  active: 'You sent back the nonce of a liveness challenge.',
  restricted:
    'A liveness challenge was missed or failed. Fetch a nonce by POST /api/v1/aui/challenges/pending and send it back: ' +
    'that makes you active again.',
  suspended:
    'Ten liveness challenges in a row were missed or failed. Fetch a nonce by POST /api/v1/aui/challenges/pending and ' +
    'send it back: that makes you active again.',
} as const

const PENDING = 'POST /api/v1/aui/challenges/pending, or the tool list_challenges,'

/** Who polls is told that something is asked, and where it stands. */
export const TOLD = {
  liveness_nonce: `Show that you are there: ${PENDING} shows a nonce; send it back.`,
  autonomy: `Three tasks wait: ${PENDING} shows them, and from then on their time runs.`,
} as const

/** What is asked, in a sentence, beside it. */
export const ASKS = {
  liveness_nonce: 'Send nonce back as it stands: {"nonce": "..."} to respond_url, until answer_by.',
  autonomy: 'Solve the three tasks and send {"responses": [first, second, third]} to respond_url, until answer_by.',
  agency_upgrade: 'Solve the three tasks and send {"challenge_id", "responses"} to respond_url, until answer_by.',
} as const
