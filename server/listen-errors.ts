import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import type { Config } from './config/config.ts'
import { ConfigError } from './config/config-error.ts'
import type { Address } from './runtime.ts'

/** A configured address that cannot be listened on; `code` is the system's. */
export class CannotListen extends Error {
  readonly code: string
  readonly port: number
  readonly isForMetrics: boolean

  constructor(cause: NodeJS.ErrnoException, port: number, isForMetrics: boolean) {
    super(`cannot listen on port ${port}`, { cause })
    this.code = cause.code ?? ''
    this.port = port
    this.isForMetrics = isForMetrics
  }
}

const PORT_REFUSALS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is used by another program',
  EACCES: 'requires a privileged account',
}

/** Maps it to a configuration error. */
export function toListenError(error: unknown): unknown {
  if (!(error instanceof CannotListen)) return error
  const { code, port, isForMetrics } = error
  const prefix = isForMetrics ? 'METRICS_' : ''
  const refusal = PORT_REFUSALS[code]
  if (refusal) return new ConfigError(`${prefix}PORT: ${port} ${refusal} (${code}); 0 selects a free one`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ConfigError(`${prefix}HOST: is not an address of this machine (${code})`)
  return error
}

/** Checks, before a database is started, whether the configured addresses can be listened on. */
export async function requireFreePorts(config: Config): Promise<void> {
  const { HOST, PORT, METRICS_HOST, METRICS_PORT } = config
  await listenOnce(HOST, PORT, false)
  if (METRICS_PORT !== undefined) await listenOnce(METRICS_HOST, METRICS_PORT, true)
}

async function listenOnce(host: string, port: number, isForMetrics: boolean): Promise<void> {
  const probe = createServer()
  try {
    await once(probe.listen({ host, port, exclusive: true }), 'listening')
  } catch (error) {
    throw toListenError(new CannotListen(error as NodeJS.ErrnoException, port, isForMetrics))
  }
  await new Promise(resolve => probe.close(resolve))
}

/** Resolves when the server listens; rejects with `CannotListen`. */
export function listen(http: HttpServer, { host, port }: Address, isForMetrics = false): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => reject(new CannotListen(error, port, isForMetrics))
    http.once('error', refuse)
    http.listen({ host, port, backlog: 256 }, () => {
      http.off('error', refuse)
      resolve(http.address() as AddressInfo)
    })
  })
}
