import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { EgressParts } from '../../push/egress.ts'
import type { Destination } from '../../push/egress-lookup.ts'
import { createAuthority } from './certificates.ts'
import { callFaultOf, type Verifying } from './verified-call.ts'
import { createWebhookReceiver, type ReceivedRequest } from './webhook-receiver.ts'

export interface ProviderCall {
  method: string
  // biome-ignore lint/suspicious/noExplicitAny: tests judge the members
  params: Record<string, any>
  headers: IncomingHttpHeaders
  body: Buffer
}

/** What a call is answered with; a function writes the answer itself, or none. */
export type ProviderReply =
  | { result: unknown }
  | { error: { code: number; message: string } }
  | { status: number }
  | ((response: ServerResponse, call: ProviderCall & { id: unknown }) => void)

export interface ProviderTask {
  id: string
  contextId: string
  status: { state: string; message?: object }
  artifacts?: object[]
}

export interface ProviderOptions {
  /** Checks the broker's signature, as the text of the extension requires; without it every call is accepted. */
  verifying?: Pick<Verifying, 'keys' | 'clock'>
  /** Whose provider it is: it refuses calls that name another agent. */
  agentId?: string
  /** What new tasks begin with. */
  firstState?: string
}

export type FakeProvider = Awaited<ReturnType<FakeProviders['open']>>
export type FakeProviders = ReturnType<typeof createFakeProviders>

const ENDED = ['COMPLETED', 'FAILED', 'CANCELED', 'REJECTED'].map(state => `TASK_STATE_${state}`)
const CARD_PATH = '/.well-known/agent-card.json'

/** Real A2A providers on this machine, each over HTTPS under `NAME.example.com`, and the way out that leads to them. */
export function createFakeProviders() {
  const authority = createAuthority()
  const certificate = authority.issue('*.example.com')
  const ports = new Map<string, number>()
  const opened: { close(): Promise<void> }[] = []
  const egress = {
    ca: authority.ca,
    lookup: async (name: string) => {
      const port = ports.get(name)
      return port === undefined ? [] : [{ address: '127.0.0.1', port }]
    },
    isAllowed: ({ address }: Destination) => address === '127.0.0.1',
  } satisfies Partial<EgressParts>
  return {
    authority,
    egress,
    /** How whole processes reach it: `--resolve` of `testing/serve.ts`. */
    resolved: () => [...ports].map(([name, port]) => `${name}=127.0.0.1:${port}`),
    async open(name: string, options: ProviderOptions = {}) {
      const host = `${name}.example.com`
      const script = scriptOf(`https://${host}/a2a`, options)
      const receiver = await createWebhookReceiver(certificate, script.answer)
      ports.set(host, receiver.port)
      opened.push(receiver)
      return { host, cardUrl: `https://${host}${CARD_PATH}`, ...receiver, ...script }
    },
    close: () => Promise.all(opened.map(one => one.close())),
  }
}

/** A provider's behaviour, which a test changes as it goes. */
function scriptOf(url: string, options: ProviderOptions) {
  const tasks = new Map<string, ProviderTask>()
  const calls: ProviderCall[] = []
  const replies = new Map<string, (call: ProviderCall) => ProviderReply | Promise<ProviderReply>>()
  const nonces = new Set<string>()
  const state: { card: object } = { card: { name: 'A provider', supportedInterfaces: [] } }

  async function replyTo(call: ProviderCall): Promise<ProviderReply> {
    const { verifying } = options
    const fault = verifying && (await callFaultOf({ url, ...call }, { ...verifying, nonces }))
    const named = call.params.metadata?.provider_agent_id
    if (fault || (options.agentId && named && named !== options.agentId)) return { status: 401 }
    const scripted = replies.get(call.method)
    return scripted ? await scripted(call) : usualReply(tasks, call, options.firstState)
  }

  return {
    url,
    tasks,
    /** What came, but for requests for the card. */
    calls,
    /** The card that it serves, as it stands. */
    setCard: (card: object) => void (state.card = card),
    /** Has a method answered so from now on; without a reply, as usual again. */
    replyTo(method: string, reply?: (call: ProviderCall) => ProviderReply | Promise<ProviderReply>) {
      if (reply) replies.set(method, reply)
      else replies.delete(method)
    },
    /** Moves the task on, by its id or that of its context. */
    tell(id: string, to: { state: string; message?: string; artifacts?: object[] }) {
      const task = tasks.get(id) ?? [...tasks.values()].find(({ contextId }) => contextId === id)
      if (!task) throw new Error('the provider has no such task')
      const message = to.message === undefined ? {} : { message: agentMessage([{ text: to.message }]) }
      task.status = { state: to.state, ...message }
      if (to.artifacts) task.artifacts = to.artifacts
    },
    async answer(response: ServerResponse, { path, headers, body }: ReceivedRequest) {
      if (path === CARD_PATH) return sendJson(response, 200, state.card)
      const { id, method, params } = JSON.parse(body.toString())
      const call = { method, params, headers, body }
      calls.push(call)
      const reply = await replyTo(call)
      if (typeof reply === 'function') return reply(response, { ...call, id })
      if ('status' in reply) return sendJson(response, reply.status, {})
      sendJson(response, 200, { jsonrpc: '2.0', id, ...reply })
    },
  }
}

function sendJson(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export const agentMessage = (parts: object[]) => ({ messageId: randomUUID(), role: 'ROLE_AGENT', parts })

function usualReply(
  tasks: Map<string, ProviderTask>,
  { method, params }: ProviderCall,
  firstState?: string,
): ProviderReply {
  if (method === 'SendMessage') return takeMessage(tasks, params, firstState)
  if (method === 'ListTasks') {
    const found = [...tasks.values()].filter(({ contextId }) => contextId === params.contextId)
    return { result: { tasks: found, nextPageToken: '', pageSize: 50, totalSize: found.length } }
  }
  const task = tasks.get(params.id)
  if (!task) return { error: { code: -32001, message: 'Task not found' } }
  if (method === 'CancelTask') {
    if (ENDED.includes(task.status.state)) return { error: { code: -32002, message: 'Task not cancelable' } }
    task.status = { state: 'TASK_STATE_CANCELED' }
  }
  return { result: task }
}

/** A probe is answered and nothing else done; anything else begins a task. */
function takeMessage(
  tasks: Map<string, ProviderTask>,
  { message }: ProviderCall['params'],
  state = 'TASK_STATE_WORKING',
): ProviderReply {
  const [facts] = Object.values((message.metadata ?? {}) as Record<string, { probe?: string }>)
  if (facts?.probe) return { result: { message: agentMessage([{ data: { probe: facts.probe } }]) } }
  const task = { id: randomUUID(), contextId: message.contextId, status: { state } }
  tasks.set(task.id, task)
  return { result: { task } }
}
