import { signText } from '../keys.ts'
import { Refusal } from '../refusal.ts'
import { AUI, jsonOf, refusalOf, type Server } from '../server.ts'
import type { Keeping } from './keeping.ts'

/** The server requires new agents to solve tasks; the caller must read them. */
export class Challenged extends Refusal {
  readonly challenge: Record<string, unknown>

  constructor(challenge: Record<string, unknown>, said = 'the server requires new agents to solve tasks') {
    super(
      `${said}: agent enroll prints them; answer with agent enroll --responses FILE, which contains ` +
        `{"challenge_id": …, "responses": [one for each task]}, or - for stdin`,
    )
    this.challenge = challenge
  }
}

/** Answers a challenge with the responses of a file, and stores the enrolled agent. */
export async function answerChallenge(server: Server, keeping: Keeping, text: string): Promise<string> {
  const { challenge_id, responses } = readAnswer(text)
  const members = { challenge_id, responses, timestamp_ms: server.now() }
  const signature = Buffer.from(signText(JSON.stringify(members), keeping.key()), 'base64url').toString('base64')
  const response = await server.send({
    method: 'POST',
    path: `${AUI}/enroll/respond`,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...members, signature }),
    signal: AbortSignal.timeout(60_000),
  })
  if (!response.ok) throw await refused(server, response)
  const { agent_id, handle } = await jsonOf(server.base, response)
  keeping.remember({ handle: String(handle), agent_id: String(agent_id) })
  return String(agent_id)
}

async function refused({ base }: Server, response: Response): Promise<Refusal> {
  const refusal = await refusalOf(base, response)
  const { problem } = refusal
  if (!problem || !Array.isArray(problem.tasks)) return refusal
  const { challenge_id, attempt, max_attempts, opens_at, expires_at, tasks } = problem
  const challenge = { challenge_id, attempt, max_attempts, opens_at, expires_at, tasks }
  return new Challenged(
    challenge,
    `${String(problem.detail)} The next tasks can be answered from ${String(opens_at)} on`,
  )
}

function readAnswer(text: string): { challenge_id: unknown; responses: unknown } {
  try {
    const { challenge_id, responses } = JSON.parse(text) as Record<string, unknown>
    if (typeof challenge_id === 'string' && Array.isArray(responses)) return { challenge_id, responses }
  } catch {
    // Reported below.
  }
  throw new Refusal('--responses does not contain JSON of the form {"challenge_id": "…", "responses": […]}')
}
