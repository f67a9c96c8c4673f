import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { EgressParts } from '../../push/egress.ts'
import type { Destination } from '../../push/egress-lookup.ts'
import { createAuthority } from './certificates.ts'
import { callFaultOf, type Verifying } from './verified-call.ts'
import { createWebhookReceiver, type ReceivedRequest } from './webhook-receiver.ts'

export interface ProviderCall {
  method: string
  // biome-ignore lint/suspicious/noExplicitAny: tests check the members
  params: Record<string, any>
  headers: IncomingHttpHeaders
  body: Buffer
}

/** The response to a call; a function writes the response itself, or none. */
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
  /** Verifies the broker's signature as the A2A extension requires; without it, every call is accepted. */
  verifying?: Pick<Verifying, 'keys' | 'clock'>
  /** The provider's agent; calls that name another agent are refused. */
  agentId?: string
  /** The state of new tasks. */
  firstState?: string
}

export type FakeProvider = Awaited<ReturnType<FakeProviders['open']>>
export type FakeProviders = ReturnType<typeof createFakeProviders>

const FINAL_STATES = ['COMPLETED', 'FAILED', 'CANCELED', 'REJECTED'].map(state => `TASK_STATE_${state}`)
const CARD_PATH = '/.well-known/agent-card.json'

/** Real A2A providers on this machine, each over HTTPS as `NAME.example.com`, and egress options that reach them. */
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
    /** The `--resolve` options of `testing/serve.ts`, by which server processes reach the providers. */
    resolveOptions: () => [...ports].map(([name, port]) => `${name}=127.0.0.1:${port}`),
    async open(name: string, options: ProviderOptions = {}) {
      const host = `${name}.example.com`
      const script = scriptOf(`https://${host}/a2a`, options)
      const receiver = await createWebhookReceiver(certificate, script.answer)
      ports.set(host, receiver.port)
      opened.push(receiver)
      return { host, cardUrl: `https://${host}${CARD_PATH}`, ...receiver, ...script }
    },
    close: () => Promise.all(opened.map(receiver => receiver.close())),
  }
}

/** A provider's behaviour, which a test may change at any time. */
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
    /** The calls received; requests for the card are not included. */
    calls,
    /** Replaces the card it serves. */
    setCard: (card: object) => void (state.card = card),
    /** Sets the reply to a method; without a reply, restores the default. */
    replyTo(method: string, reply?: (call: ProviderCall) => ProviderReply | Promise<ProviderReply>) {
      if (reply) replies.set(method, reply)
      else replies.delete(method)
    },
    /** Changes the state of a task, found by its id or context id. */
    updateTask(id: string, to: { state: string; message?: string; artifacts?: object[] }) {
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
  if (method === 'SendMessage') return receiveMessage(tasks, params, firstState)
  if (method === 'ListTasks') {
    const found = [...tasks.values()].filter(({ contextId }) => contextId === params.contextId)
    return { result: { tasks: found, nextPageToken: '', pageSize: 50, totalSize: found.length } }
  }
  const task = tasks.get(params.id)
  if (!task) return { error: { code: -32001, message: 'Task not found' } }
  if (method === 'CancelTask') {
    if (FINAL_STATES.includes(task.status.state)) return { error: { code: -32002, message: 'Task not cancelable' } }
    task.status = { state: 'TASK_STATE_CANCELED' }
  }
  return { result: task }
}

/** Acknowledges a probe; any other message starts a task. */
function receiveMessage(
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
