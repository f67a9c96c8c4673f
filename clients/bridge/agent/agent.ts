import { patiently } from '../patience.ts'
import { Refusal } from '../refusal.ts'
import type { Server } from '../server.ts'
import { enroll, type Newcomer } from './enroll.ts'
import { type Call, openSigned, sendSigned } from './envelope.ts'
import type { Keeping } from './keeping.ts'
import { settle } from './rotation.ts'

/** An enrolled agent with its signing key. */
export interface Agent {
  readonly server: Server
  readonly agent_id: string
  readonly keeping: Keeping
  /** The response to a signed request; each attempt is signed again. */
  call(call: Call): Promise<Record<string, unknown>>
  /** The response to a signed request, with a body of any length; one attempt. */
  open(call: Call, headers: Record<string, string>): Promise<Response>
}

/** Opens the stored agent; with `newcomer`, enrolls it first if it is not enrolled. */
export async function openAgent(server: Server, keeping: Keeping, newcomer?: Newcomer): Promise<Agent> {
  const { agent_id: known } = keeping.known()
  if (known === undefined && !newcomer) {
    throw new Refusal(
      `no agent of ${server.base} is stored in ${keeping.place}: enroll one (--enroll, or agent enroll), or specify it with --agent-id`,
    )
  }
  const agent_id = known ?? (await enroll(server, keeping, newcomer ?? {}))
  await settle(server, keeping, agent_id)
  return {
    server,
    agent_id,
    keeping,
    call: call =>
      patiently(
        REST_PATIENCE,
        () => sendSigned(server, agent_id, keeping.key(), call),
        () => true,
      ),
    open: (call, headers) => openSigned(server, agent_id, keeping.key(), call, { headers }),
  }
}

/** Reads can be repeated; writes have an idempotency key, or their outcome is looked up. */
const REST_PATIENCE = { ms: 10_000 }
