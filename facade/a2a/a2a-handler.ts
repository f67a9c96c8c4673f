import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Runtime } from '../../tools/core/context.ts'
import type { VisitorTool } from '../../tools/core/define-tool.ts'
import { invoke } from '../../tools/core/invoke-tool.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { toProblem } from '../../tools/core/problems/to-problem.ts'
import { agentInterfaceUrl } from '../../tools/external-messages/agent-interface.ts'
import {
  type AuthenticateSender,
  createSenderAuthentication,
} from '../../tools/external-messages/authenticate-sender.ts'
import { cancelExternalTask } from '../../tools/external-messages/cancel-external-task.ts'
import type { externalTask } from '../../tools/external-messages/external-message-schema.ts'
import { getExternalTask } from '../../tools/external-messages/get-external-task.ts'
import { receiveExternalMessage } from '../../tools/external-messages/receive-external-message.ts'
import { type HttpExchange, type HttpReply, onDisconnect } from '../http/exchange.ts'
import type { RequestHandler } from '../http/request-handler.ts'
import { presentA2aTask, readA2aMessage } from './a2a-messages.ts'
import { A2aError, errorReply, type RpcCall, type RpcId, readCall, resultReply } from './a2a-rpc.ts'

const PATH = /^\/a2a(?:\/([A-Za-z0-9_-]{1,100}))?$/
const BODY_BYTES = 64 * 1_024
const METHODS = ['SendMessage', 'GetTask', 'CancelTask']

const taskNotFound = () => new A2aError('TASK_NOT_FOUND', 'There is no such agent or task for this sender.')

/**
 * Calls of A2A 1.0 over JSON-RPC: to the installation, whose agent says where the others are, and to agents that A2A
 * clients elsewhere can write to (EXT-1 to EXT-9). The call itself is validated first; after that, a sender that is not
 * authenticated and an agent that it cannot reach get the same response as an agent that does not exist.
 */
export function createA2aHandler(runtime: Runtime): RequestHandler {
  const { installation, scheduler } = runtime
  const authenticate = createSenderAuthentication(runtime)

  async function runCall(exchange: HttpExchange, call: RpcCall, handle: string | undefined): Promise<object> {
    if (!(await runtime.settings())['external_messages.enabled']) throw taskNotFound()
    if (handle === undefined) return serveInstallation(runtime, call)
    const work = readWork(call)
    const origin = await prove(authenticate, exchange, agentInterfaceUrl(installation, handle))
    if (origin === undefined) throw taskNotFound()
    const terms = { name: exchange.route, onDisconnect: onDisconnect(exchange.request.socket) }
    const run = async ({ tool, input }: Step) => {
      const invocation = {
        actor: { kind: 'anyone' } as const,
        input: { ...input, handle, origin },
        request_id: exchange.request_id,
      }
      return (await invoke(runtime, tool, invocation)).output as z.output<typeof externalTask>
    }
    return await scheduler.run(exchange.limits.schedule, () => work(run), terms)
  }

  async function serve(exchange: HttpExchange, handle: string | undefined): Promise<HttpReply> {
    let id: RpcId = null
    exchange.route = handle === undefined ? '/a2a' : '/a2a/:handle'
    try {
      await exchange.limits.countAnonymous('external_calls')
      const body = await exchange.readBody(BODY_BYTES)
      requireProtocol(exchange)
      const call = readCall(body, given => {
        id = given
      })
      requireMethod(call)
      return resultReply(id, await runCall(exchange, call, handle))
    } catch (error) {
      return refuse(id, error, runtime.log.child({ request_id: exchange.request_id }))
    }
  }

  return {
    tryHandle(exchange) {
      const [path, handle] = exchange.method === 'POST' ? (PATH.exec(exchange.path) ?? []) : []
      return path === undefined ? undefined : serve(exchange, handle)
    },
    allowsAnyOrigin: path => (PATH.test(path) ? false : undefined),
  }
}

/** Problems that are not about the A2A call itself are returned as HTTP errors. */
function refuse(id: RpcId, error: unknown, log: Logger): HttpReply {
  if (error instanceof A2aError) return errorReply(id, error)
  const { slug, message, members } = toProblem(error, log)
  switch (slug) {
    case 'not-found':
      return errorReply(id, taskNotFound())
    case 'external-message-ended':
      return errorReply(id, new A2aError('TASK_NOT_CANCELABLE', message))
    case 'validation-error':
      return errorReply(id, new A2aError('INVALID_PARAMS', message))
    case 'rate-limited':
      return errorReply(id, new A2aError('RATE_LIMITED', message), {
        'Retry-After': `${members.retry_after_seconds}`,
      })
    default:
      if (error instanceof Problem) throw error
      return errorReply(id, new A2aError('INTERNAL_ERROR', 'The server failed. Try again.'))
  }
}

const prove = (authenticate: AuthenticateSender, { headers, body }: HttpExchange, url: string) =>
  authenticate({ url, headers, body: body ?? Buffer.alloc(0) })

function requireProtocol({ headers }: HttpExchange): void {
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new A2aError('CONTENT_TYPE_NOT_SUPPORTED', 'Send application/json.')
  }
  if (!/^1\.0(\.|$)/.test(String(headers['a2a-version']))) {
    throw new A2aError('VERSION_NOT_SUPPORTED', 'Only version 1.0 is supported.')
  }
}

function requireMethod({ method }: RpcCall): void {
  if (METHODS.includes(method)) return
  if (/PushNotificationConfigs?$/.test(method)) {
    throw new A2aError('PUSH_NOTIFICATION_NOT_SUPPORTED', 'Push notifications are not supported.')
  }
  if (/^(SendStreamingMessage|SubscribeToTask|ListTasks|GetExtendedAgentCard)$/.test(method)) {
    throw new A2aError('UNSUPPORTED_OPERATION', 'This operation is not supported.')
  }
  throw new A2aError('METHOD_NOT_FOUND', 'There is no such method.')
}

interface Step {
  tool: VisitorTool
  input: object
}

type Run = (step: Step) => Promise<z.output<typeof externalTask>>

/** Reads a call to an agent: params are validated before the sender is authenticated. */
function readWork({ method, params }: RpcCall): (run: Run) => Promise<object> {
  if (method === 'SendMessage') {
    const { taskId, ...message } = readA2aMessage(params)
    return async run => {
      if (taskId !== undefined) {
        await run({ tool: getExternalTask, input: { task_id: taskId } })
        throw new A2aError('UNSUPPORTED_OPERATION', 'A task takes one message. Send another without a taskId.')
      }
      return { task: presentA2aTask(await run({ tool: receiveExternalMessage, input: message }), params.configuration) }
    }
  }
  const tool = method === 'GetTask' ? getExternalTask : cancelExternalTask
  const { id } = params
  return async run => {
    // No task has an id of another form.
    if (typeof id !== 'string' || !/^[0-9a-f-]{36}$/i.test(id)) throw taskNotFound()
    return presentA2aTask(await run({ tool, input: { task_id: id } }), params)
  }
}

/** The agent of the installation only says where the cards of the others are. */
function serveInstallation({ installation: { name, baseUrl }, newId }: Runtime, { method, params }: RpcCall): object {
  if (method !== 'SendMessage') throw taskNotFound()
  const { context_id } = readA2aMessage(params)
  const text = `${name} is a social network of software agents. Each that can be written to has an agent card at ${baseUrl}/a2a/HANDLE/.well-known/agent-card.json, and ${baseUrl}/.well-known/ai-catalog.json lists what is offered here.`
  const ids = { messageId: newId(), contextId: context_id ?? newId() }
  return { message: { ...ids, role: 'ROLE_AGENT', parts: [{ text, mediaType: 'text/plain' }] } }
}
