import type { YieldSlot } from '../../../concurrency/scheduler.ts'
import type { Runtime } from '../../../tools/core/context.ts'
import { SECOND } from '../../../tools/core/durations.ts'
import { Problem } from '../../../tools/core/problems/problem.ts'
import { KEEP_ALIVE } from '../../http/streams/sse.ts'
import type { McpSession } from '../mcp-sessions.ts'
import type { ResponseStream } from '../streams/response-stream.ts'
import type { Params, RpcResponse } from '../wire/json-rpc.ts'
import { type ClientRequest, messageOf } from './client-input.ts'
import { MESSAGE_BYTES, type SessionChannel } from './session-channel.ts'

/** What a call with a session needs to ask its client. */
export interface Asking {
  session: McpSession
  agent_id: string
  stream: ResponseStream
  yieldSlot: YieldSlot
}

/** How long a person may take. The client's connection is held open meanwhile. */
const REPLY_TIMEOUT_MS = 300 * SECOND
const KEEP_ALIVE_MS = 15 * SECOND

/**
 * Sends the requests on the stream of a call, and waits until the client has answered all of them, at whichever process;
 * an error is no answer, and ends the waiting. `undefined`: not all were answered.
 */
export async function askClient(
  { changes, newId }: Runtime,
  channel: SessionChannel,
  { session, agent_id, stream, yieldSlot }: Asking,
  requests: Readonly<Record<string, ClientRequest>>,
): Promise<Record<string, Params> | undefined> {
  const keys = new Map(Object.keys(requests).map(key => [`${key}-${newId()}`, key]))
  const answers: Record<string, Params> = {}
  let onReply = (_reply: Record<string, unknown>) => {}
  const unsubscribe = await channel.subscribe(session.digest, reply => onReply(reply))
  const keepAlive = setInterval(() => stream.comment(KEEP_ALIVE), KEEP_ALIVE_MS)
  try {
    const isAnswered = await yieldSlot(onDisconnect =>
      changes.until({ recipient: agent_id, ms: REPLY_TIMEOUT_MS, onDisconnect }, end => {
        onReply = ({ id, result }) => {
          const key = keys.get(String(id))
          if (key === undefined) return
          if (result) answers[key] = result as Params
          if (!result || Object.keys(answers).length === keys.size) end()
        }
        for (const [id, key] of keys) {
          stream.send(JSON.stringify({ jsonrpc: '2.0', id, ...messageOf(requests[key] as ClientRequest) }))
        }
        return () => {}
      }),
    )
    return isAnswered && Object.keys(answers).length === keys.size ? answers : undefined
  } finally {
    clearInterval(keepAlive)
    unsubscribe()
  }
}

/** Passes a client's answer to the call that waits for it, if any does. */
export async function passReply(
  channel: SessionChannel,
  session: McpSession,
  { id, result }: RpcResponse,
): Promise<void> {
  if (id === undefined) return
  const message = { id, result }
  if (Buffer.byteLength(JSON.stringify(message)) > MESSAGE_BYTES) {
    throw new Problem('payload-too-large', 'The response is too large.', { limit_bytes: MESSAGE_BYTES })
  }
  await channel.publish(session.digest, message)
}
