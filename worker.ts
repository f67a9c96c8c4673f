import type { Logger } from 'pino'
import { type Config, ConfigError } from './config.ts'
import { type Server, startServer } from './server.ts'
import type { DbAddress } from './storage/db.ts'

/** What the primary tells each of its server processes. */
export interface WorkOrder {
  database: DbAddress
  /** 32 bytes, hex. */
  secret: string
}

/** A server process of several: serves what the primary tells it to, until it is told to stop. */
export async function runWorker(config: Config, log: Logger): Promise<void> {
  // A Ctrl-C reaches the whole group; the primary says when to stop.
  process.on('SIGINT', () => {})
  const order = await new Promise<WorkOrder>(resolve => {
    process.once('message', message => resolve(message as WorkOrder))
    process.send?.('ready for work')
  })
  process.on('disconnect', () => process.exit(1))
  const server = await serve(config, order, log)
  process.once('SIGTERM', () => {
    void server.close().then(() => process.exit(0))
  })
  process.send?.({ url: server.url })
}

/** Starts a server as configured; an address that cannot be listened on is the configuration's fault. */
export async function serve(config: Config, { database, secret }: WorkOrder, log: Logger): Promise<Server> {
  try {
    return await startServer({
      host: config.HOST,
      port: config.PORT,
      baseUrl: config.BASE_URL,
      name: config.SERVICE_NAME,
      rateLimits: config.RATE_LIMITS,
      secret: Buffer.from(secret, 'hex'),
      database,
      log,
    })
  } catch (error) {
    const code = (error as { code?: unknown }).code
    if (code === 'EADDRINUSE' || code === 'EACCES')
      throw new ConfigError(`PORT: ${config.PORT} cannot be listened on (${code})`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new ConfigError(`HOST: is no address of this machine (${code})`)
    throw error
  }
}
