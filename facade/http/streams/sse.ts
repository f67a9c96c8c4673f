/** Server-sent events. JSON text has no line breaks, so one data line holds a message. */
export const sseFrame = (json: string, id?: number): string =>
  id === undefined ? `event: message\ndata: ${json}\n\n` : `id: ${id}\nevent: message\ndata: ${json}\n\n`

export const KEEP_ALIVE = ':\n\n'

export const retryIn = (ms: number): string => `retry: ${ms}\n\n`

/** Reconnection delay for a client whose stream was not ended by the server. */
export const RECONNECT_MS = 1_000

/** Why the server ended a stream: the token or session ended, the signing agent lost access, or the hour is over. */
export type StreamEndReason = 'token_expired' | 'token_ended' | 'session_ended' | 'hour_over' | 'standing_changed'

/** The number in Last-Event-ID; anything else counts as none. */
export const lastEventId = (text = ''): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)
