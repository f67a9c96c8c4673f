// A provider of one skill, which counts words: `node provider.ts`, with what README.md says in its environment.
import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { AgentCard, generateAgentCardSignature, Message, Task } from '@a2a-js/sdk'
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

const executor: AgentExecutor = {
  async execute({ userMessage, taskId, contextId }: RequestContext, bus) {
    const { probe } = userMessage.metadata?.[extension] ?? {}
    if (probe) {
      const answer = { messageId: randomUUID(), role: 'ROLE_AGENT', contextId, parts: [{ data: { probe } }] }
      bus.publish(AgentEvent.message(Message.fromJSON(answer)))
    } else {
      const [text = ''] = userMessage.parts.flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : []))
      bus.publish(AgentEvent.task(Task.fromJSON({ id: taskId, contextId, ...run(text) })))
    }
    bus.finished()
  },
  // All is done at once: there is nothing to cancel.
  async cancelTask() {},
}

const faultOf = openChecks({ publicUrl: PUBLIC_URL, jwksUri, agentId: AGENT_ID, extension })
const bodies = new WeakMap<object, Buffer>()
const app = express()
app.get(CARD_PATH, (_, response) => void response.json(signedCard))
app.post(
  new URL(PUBLIC_URL).pathname,
  express.json({ limit: '1mb', verify: (request, _, body) => void bodies.set(request, body) }),
  async (request: Request, response, next) => {
    const fault = await faultOf({ headers: request.headers, body: bodies.get(request) ?? Buffer.alloc(0) })
    if (fault) response.status(401).json({ error: fault })
    else next()
  },
)
const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor)
app.use(new URL(PUBLIC_URL).pathname, jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }))
app.use((_error: unknown, _request: Request, response: Response, _next: NextFunction) => {
  const error = { code: -32700, message: 'The body is not JSON, or cannot be read' }
  response.status(400).json({ jsonrpc: '2.0', id: null, error })
})

const tls = TLS_KEY && TLS_CERT ? { key: readFileSync(TLS_KEY), cert: readFileSync(TLS_CERT) } : undefined
const server = tls ? createServer(tls, app) : createHttpServer(app)
server.listen(Number(PORT ?? 8443), () => console.log(`listening on ${(server.address() as AddressInfo).port}`))
