import type { LoggedEvent } from '../../../storage/events/visible-events.ts'
import { presentEvent } from '../../../tools/core/define-event.ts'
import { RECONNECT_MS, retryIn, type StreamEndReason, sseFrame } from '../../http/streams/sse.ts'
import type { RequestId } from '../wire/json-rpc.ts'
import { isLogged, type LogLevel } from '../wire/log-levels.ts'
import { META } from '../wire/protocol-versions.ts'
import type { Revision } from '../wire/revisions/revision.ts'
import { INBOX_URI } from './inbox.ts'

const SUBSCRIPTION = JSON.stringify(META.subscriptionId)

const notification = (method: string, params: object): string => JSON.stringify({ jsonrpc: '2.0', method, params })

const INBOX_UPDATED = sseFrame(notification('notifications/resources/updated', { uri: INBOX_URI }))

/**
 * One event of a legacy stream; the id comes last, so that a client that disconnects between the two gets both again.
 */
export function legacyEventFrame(event: LoggedEvent, least: LogLevel): string {
  // Its number still comes last, by itself.
  if (!isLogged('info', least)) return `${INBOX_UPDATED}id: ${event.seq}\n\n`
  const params = { level: 'info', logger: 'events', data: presentEvent(event) }
  return INBOX_UPDATED + sseFrame(notification('notifications/message', params), event.seq)
}

/**
 * Gives a legacy client its position before the first event. An event without data does that; older clients treat
 * one as a malformed message, so they get only the id.
 */
export const legacyOpeningFrame = ({ hasEmptyEvents }: Revision, seq: number): string =>
  hasEmptyEvents ? `id: ${seq}\ndata:\n\n` : `id: ${seq}\n\n`

/** The last event of a legacy stream that the server ends (MCP-173). */
export function legacyEndFrame(reason: StreamEndReason, least: LogLevel): string {
  if (!isLogged('notice', least)) return retryIn(RECONNECT_MS)
  const params = { level: 'notice', logger: 'session', data: { type: 'stream.closed', reason } }
  return retryIn(RECONNECT_MS) + sseFrame(notification('notifications/message', params))
}

/** The frames of one `subscriptions/listen` stream (2026-07-28). */
interface ListenFrames {
  opening: string
  updated: string
  ending: string
}

/** Both are JSON text. */
export function listenFrames(id: RequestId, honored: object, serverInfo: string): ListenFrames {
  const reported = (method: string, member: string) =>
    sseFrame(`{"jsonrpc":"2.0","method":"${method}","params":{"_meta":{${SUBSCRIPTION}:${id}},${member}}}`)
  const _meta = `{${SUBSCRIPTION}:${id},"${META.serverInfo}":${serverInfo}}`
  return {
    opening: reported('notifications/subscriptions/acknowledged', `"notifications":${JSON.stringify(honored)}`),
    updated: reported('notifications/resources/updated', `"uri":"${INBOX_URI}"`),
    ending:
      retryIn(RECONNECT_MS) +
      sseFrame(`{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete","_meta":${_meta}}}`),
  }
}
