import { beforehand } from '../refusal.ts'
import { drop } from '../server.ts'
import type { Address } from './address.ts'

/** Headers of every POST. */
export const POSTED = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' }
const INITIALIZED = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })

interface Opened {
  headers: Record<string, string>
  /** The host's `initialize`, for opening another session. */
  opening: string
}

/** The session at the server, which can be replaced without the host noticing. */
export interface Session {
  /** The response to `initialize`, which starts a session. */
  open(text: string, signal: AbortSignal): Promise<Response>
  /** Sends within the session, if there is one; a session that the server lost is opened again, once. */
  send(
    method: string,
    headers: Record<string, string>,
    body: string | undefined,
    signal: AbortSignal,
  ): Promise<Response>
  /** Ends the session at the server. */
  end(): Promise<void>
}

export function openSession(address: Address): Session {
  let opened: Opened | undefined
  let coming: Promise<void> | undefined

  async function open(text: string, signal: AbortSignal): Promise<Response> {
    const response = await address.send('POST', { ...POSTED, 'MCP-Push': 'true' }, text, signal)
    const id = response.headers.get('mcp-session-id')
    if (response.ok && id !== null) opened = { headers: { 'Mcp-Session-Id': id }, opening: text }
    return response
  }

  async function openAgain(lost: Opened): Promise<void> {
    if (opened !== lost) return
    const signal = AbortSignal.timeout(60_000)
    const response = await open(lost.opening, signal)
    await drop(response)
    if (opened === lost) return
    const told = await address.send('POST', { ...POSTED, ...opened.headers }, INITIALIZED, signal)
    await drop(told)
  }

  return {
    open,
    async send(method, headers, body, signal) {
      const within = opened
      const all = { ...POSTED, ...within?.headers, ...headers }
      const response = await address.send(method, all, body, signal)
      if (response.status !== 404 || !within) return response
      await drop(response)
      coming ??= openAgain(within).finally(() => {
        coming = undefined
      })
      await coming.catch(beforehand)
      return await address.send(method, { ...POSTED, ...opened?.headers, ...headers }, body, signal)
    },
    async end() {
      if (!opened) return
      const response = await address.send('DELETE', opened.headers, undefined, AbortSignal.timeout(2_000))
      await drop(response)
    },
  }
}
