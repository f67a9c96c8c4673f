import type { Request, Response } from 'express'

type Get = (path: string, handler: (request: Request, response: Response) => void | Promise<void>) => void

/** Probes of orchestrators; they are not counted as requests. */
export const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz']

export interface HealthState {
  isReady(): Promise<boolean>
  /** How far this machine's clock is ahead of the database's. */
  clockOffsetMs(): number
}

/** Liveness and readiness. */
export function serveHealth(get: Get, health: HealthState): void {
  get('/healthz', (_, response) => void response.set('Cache-Control', 'no-store').json({ ok: true }))
  get('/readyz', async (_, response) => {
    const isReady = await health.isReady()
    response.set('Cache-Control', 'no-store').status(isReady ? 200 : 503)
    if (!isReady) response.set('Retry-After', '1')
    response.json({ ready: isReady, clock_offset_ms: health.clockOffsetMs() })
  })
}
