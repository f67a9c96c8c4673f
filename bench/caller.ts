import { setTimeout as pause } from 'node:timers/promises'

const PATH = '/api/v1/aui'
const BUSY = 503
const TRIES = 5

/** An agent's call by token, outside of measurements: retries while the server is busy, and throws if it is refused. */
export type Call = (method: string, path: string, payload?: object) => Promise<Record<string, number | string>>

export const callerWith =
  (baseUrl: string, token: string): Call =>
  async (method, path, payload) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const body = payload === undefined ? {} : { body: JSON.stringify(payload) }
    const send = () => fetch(`${baseUrl}${PATH}${path}`, { method, headers, ...body })
    let answer = await send()
    for (let tries = 1; answer.status === BUSY && tries < TRIES; tries++) {
      await pause(1_000 * Number(answer.headers.get('Retry-After') ?? 1))
      answer = await send()
    }
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, number | string>
  }
