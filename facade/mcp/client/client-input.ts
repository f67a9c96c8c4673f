// Input of the person or the model at the host, during a call. A handler that needs some throws `InputRequired`; it is run
// again, from its beginning, with what was answered and with the state that it gave. How the requests reach the client is
// up to the revision: they are the result of the call, which the client then repeats, or messages on its stream.
import { isObject, type Params, RpcError } from '../wire/json-rpc.ts'
import { CLIENT_REQUESTS, type ClientCapability, type Revision } from '../wire/revisions/revision.ts'

/** One request of the server, as the client receives it. */
export interface ClientRequest {
  capability: ClientCapability
  params: object
}

export interface ClientInput {
  /** Whether the client declared that it answers such requests. */
  supports(capability: ClientCapability): boolean
  /** The answers so far, by the keys of their requests. They come from the client: nothing else vouches for them. */
  answers: Readonly<Record<string, Params>>
  /** What the handler passed with its latest requests; the client cannot change it. */
  state: unknown
}

export class InputRequired extends Error {
  readonly requests: Readonly<Record<string, ClientRequest>>
  readonly state: unknown
  /** Whether the handler goes on without answers, too. */
  readonly isOptional: boolean

  constructor(
    requests: Readonly<Record<string, ClientRequest>>,
    state?: unknown,
    { isOptional = false }: { isOptional?: boolean } = {},
  ) {
    super('input required')
    this.requests = requests
    this.state = state
    this.isOptional = isOptional
  }
}

/** Asks the person at the host to fill in a form: a flat object of strings, numbers and booleans (JSON Schema). */
export const form = (message: string, properties: object, required: readonly string[] = []): ClientRequest => ({
  capability: 'elicitation',
  params: { message, requestedSchema: { type: 'object', properties, required } },
})

/** What was filled in; `undefined`: not answered, declined or cancelled. */
export const filledIn = (reply: Params | undefined): Params | undefined =>
  reply?.action === 'accept' && isObject(reply.content) ? reply.content : undefined

/** The answers in `params`, without those that are no objects. */
export const readAnswers = (answers: Params): ClientInput['answers'] =>
  Object.fromEntries(Object.entries(answers).filter((entry): entry is [string, Params] => isObject(entry[1])))

/** Whether capabilities that a client declared include one; forms are what elicitation means unless it says otherwise. */
export function isCapable(declared: unknown, capability: ClientCapability): boolean {
  const own = isObject(declared) ? declared[capability] : undefined
  if (!isObject(own)) return false
  return capability !== 'elicitation' || Object.keys(own).length === 0 || isObject(own.form)
}

/** The request as a message, without its id. */
export const messageOf = ({ capability, params }: ClientRequest) => ({ method: CLIENT_REQUESTS[capability], params })

/** Rejects the call unless the client can answer all that is requested. */
export function requireCapable(revision: Revision, { supports }: ClientInput, { requests }: InputRequired): void {
  const missing = Object.values(requests).filter(({ capability }) => !supports(capability))
  if (missing.length === 0) return
  const { code, status } = revision.errors.missingCapability
  const requiredCapabilities = Object.fromEntries(missing.map(({ capability }) => [capability, {}]))
  throw new RpcError(code, 'Missing required client capability', { status, data: { requiredCapabilities } })
}
