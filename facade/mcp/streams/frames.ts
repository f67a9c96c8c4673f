import type { LoggedEvent } from '../../../storage/events/told.ts'
import { presentEvent } from '../../../tools/kernel/events.ts'
import { COME_BACK_MS, type Ending, frame, retryIn } from '../../http/streams/sse.ts'
import { type LegacyVersion, META } from '../wire/protocol.ts'
import type { RequestId } from '../wire/rpc.ts'
import { INBOX_URI } from './inbox.ts'

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

/** `serverInfo` is JSON text. */
export function listenFrames(id: RequestId, honored: object, serverInfo: string): ListenFrames {
  const _meta = { [META.subscriptionId]: id }
  const result = { resultType: 'complete', _meta: { ..._meta, [META.serverInfo]: JSON.parse(serverInfo) as unknown } }
  return {
    opening: frame(notification('notifications/subscriptions/acknowledged', { _meta, notifications: honored })),
    updated: frame(notification('notifications/resources/updated', { _meta, uri: INBOX_URI })),
    ending: retryIn(COME_BACK_MS) + frame(JSON.stringify({ jsonrpc: '2.0', id, result })),
  }
}
