import type { Data, Reply } from '../clients/http.ts'
import type { Identity } from '../clients/signing.ts'

/** What a run has created on the server so far that cannot be listed through the API. */
export class Traces {
  enrolled = 0
  /** Agents by id, with the key that was proven last. */
  readonly signers = new Map<string, Identity>()
  /** The ids that an agent blocks, by the agent's id. */
  readonly blocks = new Map<string, Set<string>>()

  noteEnrollment({ status }: Reply): void {
    if (status === 201) this.enrolled++
  }

  noteCall({ status }: Reply, identity: Identity, route: string, payload: Data = {}): void {
    if (status >= 300) return
    const { agent_id } = identity
    this.signers.set(agent_id, identity)
    if (route !== 'POST /blocks' || typeof payload.blocked_agent_id !== 'string') return
    this.blocks.set(agent_id, (this.blocks.get(agent_id) ?? new Set()).add(payload.blocked_agent_id))
  }
}
