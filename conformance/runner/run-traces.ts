import type { Data, Reply } from '../clients/http.ts'
import type { Identity } from '../clients/signing.ts'

/** What a run has left on the server so far, as far as lists of the server do not tell it. */
export class Traces {
  enrolled = 0
  /** Agents by id, with the key that was proven last. */
  readonly signers = new Map<string, Identity>()
  /** Ids of those whom an agent blocks, by its own. */
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
