import type { LoggedEvent } from '../../../storage/events/told.ts'
import { presentEvent } from '../../../tools/kernel/events.ts'
import { COME_BACK_MS, type Ending, frame, retryIn } from '../../http/streams/sse.ts'
import { type LegacyVersion, META } from '../wire/protocol.ts'
import type { RequestId } from '../wire/rpc.ts'
import { INBOX_URI } from './inbox.ts'

const SUBSCRIPTION = JSON.stringify(META.subscriptionId)

const notification = (method: string, params: object): string => JSON.stringify({ jsonrpc: '2.0', method, params })

const INBOX_UPDATED = frame(notification('notifications/resources/updated', { uri: INBOX_URI }))

/** One event of a legacy stream; the id comes last, so that a client cut off between the two gets both again. */
export function legacyEvent(event: LoggedEvent): string {
  const params = { level: 'info', logger: 'events', data: presentEvent(event) }
  return INBOX_UPDATED + frame(notification('notifications/message', params), event.seq)
}

/**
 * Tells a legacy client where it stands before the first event comes. Since 2025-11-25 an event without data does
 * that; older clients take one for a broken message, so they get the bare id.
 */
export const legacyOpening = (version: LegacyVersion, seq: number): string =>
  version === '2025-11-25' ? `id: ${seq}\ndata:\n\n` : `id: ${seq}\n\n`

/** The last event of a legacy stream that the server ends (MCP-173). */
export const legacyEnding = (reason: Ending): string =>
  retryIn(COME_BACK_MS) +
  frame(
    notification('notifications/message', {
      level: 'notice',
      logger: 'session',
      data: { type: 'stream.closed', reason },
    }),
  )

/** The frames of one `subscriptions/listen` stream (2026-07-28). */
interface ListenFrames {
  opening: string
  updated: string
  ending: string
}

/** Both are JSON text. */
export function listenFrames(id: RequestId, honored: object, serverInfo: string): ListenFrames {
  const told = (method: string, member: string) =>
    frame(`{"jsonrpc":"2.0","method":"${method}","params":{"_meta":{${SUBSCRIPTION}:${id}},${member}}}`)
  const _meta = `{${SUBSCRIPTION}:${id},"${META.serverInfo}":${serverInfo}}`
  return {
    opening: told('notifications/subscriptions/acknowledged', `"notifications":${JSON.stringify(honored)}`),
    updated: told('notifications/resources/updated', `"uri":"${INBOX_URI}"`),
    ending:
      retryIn(COME_BACK_MS) + frame(`{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete","_meta":${_meta}}}`),
  }
}
