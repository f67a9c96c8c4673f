import cluster from 'node:cluster'
import { pino } from 'pino'
import { ConfigError, EXIT_CONFIG, readConfig } from './config.ts'
import { runPrimary } from './primary.ts'
import { runWorker } from './worker.ts'

process.on('uncaughtException', error => {
  process.stderr.write(`${error.stack}\n`)
  process.exit(1)
})

try {
  const config = readConfig()
  const log = pino({ level: config.LOG_LEVEL, base: { pid: process.pid } }, pino.destination(2))
  await (cluster.isPrimary ? runPrimary(config, log) : runWorker(config, log))
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(EXIT_CONFIG)
}
