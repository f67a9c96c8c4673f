import { openHost, readMetadata } from '../clients/oauth.ts'
import { skip } from '../skip.ts'
import type { World } from '../world.ts'
import { needsReceivers, type Receiver } from './receiver.ts'

type Answer = { status: number; headers?: Record<string, string>; body?: string }

/** An OAuth client identified by the URL of its metadata document, which can be changed. */
export class DocumentClient {
  readonly id: string
  readonly #receiver: Receiver
  readonly #answers: Map<string, Answer>

  constructor(receiver: Receiver, answers: Map<string, Answer>) {
    this.id = receiver.url
    this.#receiver = receiver
    this.#answers = answers
  }

  /** `undefined` members are omitted. */
  publish(members: object, headers: Record<string, string> = {}): this {
    const sound = { client_id: this.id, client_name: 'A document', token_endpoint_auth_method: 'none' }
    const body = JSON.stringify({ ...sound, ...members })
    return this.answer({ status: 200, headers: { 'content-type': 'application/json', ...headers }, body })
  }

  answer(answer: Answer): this {
    this.#answers.set(this.id, answer)
    return this
  }

  /** How often the document was requested. */
  reads(): number {
    return this.#receiver.deliveries.length
  }
}

/** Skips if the server does not read client documents. */
export async function openDocumentClient(world: World): Promise<DocumentClient> {
  const receivers = needsReceivers(world)
  await openHost(world)
  const { client_id_metadata_document_supported: isRead } = await readMetadata(world)
  if (!isRead) skip('clients have no documents here')
  const answers = new Map<string, Answer>()
  const receiver = await receivers.open(() => answers.get(receiver.url) ?? { status: 404 })
  return new DocumentClient(receiver, answers)
}
