// A provider of one skill, which counts words: `node provider.ts`, with what README.md says in its environment.
import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { AgentCard, generateAgentCardSignature, Message, Task, TaskStatusUpdateEvent } from '@a2a-js/sdk'
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  InMemoryTaskStore,
  type RequestContext,
} from '@a2a-js/sdk/server'
import { jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express'
import express, { type NextFunction, type Request, type Response } from 'express'
import { openChecks } from './broker-signature.ts'

const missing = ['BROKER', 'PUBLIC_URL', 'AGENT_ID', 'AGENT_KEY'].filter(name => !process.env[name])
if (missing.length > 0) refuse(`set ${missing.join(', ')} in the environment: README.md says what they are`)
const { BROKER = '', PUBLIC_URL = '', AGENT_ID = '', AGENT_KEY = '', PORT, TLS_KEY, TLS_CERT } = process.env
if (!TLS_KEY !== !TLS_CERT) refuse('set both of TLS_KEY and TLS_CERT in the environment, or neither')
const extension = `${BROKER}/a2a/ext/broker-signature/v1`
const jwksUri = `${BROKER}/.well-known/jwks.json`
const CARD_PATH = '/.well-known/agent-card.json'

const card = AgentCard.fromJSON({
  ...{ name: 'Counter', description: 'Counts words.', version: '1.0.0' },
  supportedInterfaces: [{ url: PUBLIC_URL, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: {
    extensions: [{ uri: extension, required: true, params: { provider_agent_id: AGENT_ID, jwks_uri: jwksUri } }],
  },
  ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['application/json'] },
  skills: [{ id: 'count-words', name: 'Count words', description: 'Counts the words of a text.', tags: ['text'] }],
})
const header = { alg: 'PS256', kid: 'agent', typ: 'JOSE' }
const sign = generateAgentCardSignature(readKey(AGENT_KEY), header)
const signedCard = AgentCard.toJSON(await sign(card))

function refuse(reason: string): never {
  console.error(reason)
  process.exit(1)
}

function readKey(file: string): KeyObject {
  try {
    return createPrivateKey(readFileSync(file))
  } catch {
    return refuse('AGENT_KEY must be a readable file with the private key of the agent, in PEM')
  }
}

/** What becomes of a text: a question, a refusal, or the count. */
function run(text: string): object {
  const say = (words: string) => ({
    message: { messageId: randomUUID(), role: 'ROLE_AGENT', parts: [{ text: words }] },
  })
  if (text.trim() === '') return { status: { state: 'TASK_STATE_INPUT_REQUIRED', ...say('Which text?') } }
  if (text.length > 2_000)
    return { status: { state: 'TASK_STATE_REJECTED', ...say('I count up to 2,000 characters.') } }
  const words = text.trim().split(/\s+/).length
  const artifacts = [
    { artifactId: 'count', name: 'count', parts: [{ data: { words }, mediaType: 'application/json' }] },
  ]
  return { status: { state: 'TASK_STATE_COMPLETED' }, artifacts }
}

const contexts = new Map<string, string>()

const executor: AgentExecutor = {
  async execute({ userMessage, taskId, contextId }: RequestContext, bus) {
    const { probe } = userMessage.metadata?.[extension] ?? {}
    if (probe) {
      const answer = { messageId: randomUUID(), role: 'ROLE_AGENT', contextId, parts: [{ data: { probe } }] }
      bus.publish(AgentEvent.message(Message.fromJSON(answer)))
    } else {
      contexts.set(taskId, contextId)
      const [text = ''] = userMessage.parts.flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : []))
      bus.publish(AgentEvent.task(Task.fromJSON({ id: taskId, contextId, ...run(text) })))
    }
    bus.finished()
  },
  // Only a task that waits for a text can be cancelled: all else is done at once.
  async cancelTask(taskId, bus) {
    const status = { state: 'TASK_STATE_CANCELED', timestamp: new Date().toISOString() }
    const update = { taskId, contextId: contexts.get(taskId), status }
    bus.publish(AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON(update)))
    bus.finished()
  },
}

/** A refusal as an error of JSON-RPC, with the reason that A2A 1.0 (9.5) wants in its data. */
function refusal(code: number, reason: string, message: string, id: unknown = null): object {
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'a2a-protocol.org' }
  return { jsonrpc: '2.0', id, error: { code, message, data: [info] } }
}

const faultOf = openChecks({ publicUrl: PUBLIC_URL, jwksUri })
const app = express()
const lastModified = new Date().toUTCString()
app.get(CARD_PATH, (_, response) => {
  response.set({ 'cache-control': 'public, max-age=3600', 'last-modified': lastModified }).json(signedCard)
})
app.post(
  new URL(PUBLIC_URL).pathname,
  express.raw({ limit: '1mb', type: () => true }),
  async (request: Request, response: Response, next: NextFunction) => {
    const { headers, body = Buffer.alloc(0) } = request
    const fault = await faultOf({ headers, body })
    const unauthenticated = (message: string) =>
      void response.status(401).json(refusal(-32_000, 'UNAUTHENTICATED', message))
    if (fault) return unauthenticated(`The signature of the broker is required: ${fault}`)
    // The handler below refuses another type.
    if (!request.is('application/json')) return next()
    request.body = JSON.parse(body.toString())
    const { method, params } = Object(request.body)
    const { metadata, parts } = params?.message ?? {}
    const facts = metadata?.[extension]
    if (method === 'SendMessage' && facts?.provider_agent_id !== AGENT_ID) {
      return unauthenticated('The message is for another agent')
    }
    const isText = (part: { text?: unknown } | null) => typeof part?.text === 'string'
    if (facts && !facts.probe && Array.isArray(parts) && parts.length > 0 && !parts.some(isText)) {
      const message = 'Send a part with a text'
      return void response.json(refusal(-32_005, 'CONTENT_TYPE_NOT_SUPPORTED', message, request.body.id))
    }
    // What the broker says of a message is for us, and no part of the task's history.
    if (facts && !facts.probe) delete metadata[extension]
    next()
  },
)
const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor)
app.use(new URL(PUBLIC_URL).pathname, jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }))
app.use((_error: unknown, _request: Request, response: Response, _next: NextFunction) => {
  response.status(400).json(refusal(-32_700, 'PARSE_ERROR', 'The body is not JSON, or cannot be read'))
})

const tls = TLS_KEY && TLS_CERT ? { key: readFileSync(TLS_KEY), cert: readFileSync(TLS_CERT) } : undefined
const server = tls ? createServer(tls, app) : createHttpServer(app)
server.listen(Number(PORT ?? 8443), () => console.log(`listening on ${(server.address() as AddressInfo).port}`))
