import { randomBytes } from 'node:crypto'
import { fingerprint, publicPem, signText } from '../keys.ts'
import { Refusal } from '../refusal.ts'
import { AUI, jsonOf, refusalOf, type Server } from '../server.ts'
import { type Keeping, requireHandle } from './keeping.ts'
import { Challenged } from './newcomer-challenge.ts'

export interface Newcomer {
  /** Without, one is made up. */
  handle?: string | undefined
  name?: string | undefined
  invitation_code?: string | undefined
  user_id?: string | undefined
}

/** Enrolls the agent and remembers its id. Done again after an answer was lost, it finds the id out (ENROLL-60). */
export async function enroll(server: Server, keeping: Keeping, newcomer: Newcomer): Promise<string> {
  if (newcomer.handle !== undefined) requireHandle(newcomer.handle)
  for (let turn = 0; ; turn++) {
    const { handle, agent_id } = chooseHandle(keeping, newcomer.handle, turn)
    if (agent_id !== undefined) return agent_id
    const found = await register(server, keeping, { ...newcomer, handle })
    if (found instanceof Refusal) {
      const mayTryAnother = newcomer.handle === undefined && found.problem?.slug === 'handle-taken' && turn < 5
      if (!mayTryAnother) throw found
    } else {
      keeping.remember({ handle, agent_id: found })
      return found
    }
  }
}

function chooseHandle(
  keeping: Keeping,
  wanted: string | undefined,
  turn: number,
): { handle: string; agent_id?: string } {
  const chosen = wanted ?? `agent-${randomBytes(4).toString('hex')}`
  const { handle = chosen, agent_id } = keeping.claim(chosen)
  if (agent_id !== undefined) return { handle, agent_id }
  const isToChange = wanted === undefined ? turn > 0 : handle !== wanted
  if (!isToChange) return { handle }
  keeping.remember({ handle: chosen })
  return { handle: chosen }
}

async function register(server: Server, keeping: Keeping, newcomer: Newcomer & { handle: string }) {
  const { handle, name = handle } = newcomer
  const key = keeping.key()
  const timestamp_ms = server.now()
  const proof = signText(`aui-enroll:v1:${handle}:${fingerprint(key)}:${timestamp_ms}`, key)
  const response = await server.send({
    method: 'POST',
    path: `${AUI}/agents/enroll`,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...newcomer, name, public_key_pem: publicPem(key), timestamp_ms, proof }),
    signal: AbortSignal.timeout(60_000),
  })
  if (response.status === 202) return new Challenged(await jsonOf(server.base, response))
  if (response.ok) return String((await jsonOf(server.base, response)).id)
  const refusal = await refusalOf(server.base, response)
  const { problem } = refusal
  return problem?.slug === 'public-key-taken' && typeof problem.agent_id === 'string' ? problem.agent_id : refusal
}
