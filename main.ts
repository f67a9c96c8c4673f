import cluster from 'node:cluster'
import { ConfigError, EXIT_CONFIG, readConfig } from './config.ts'
import { describeError, openLog } from './log.ts'
import { runPrimary } from './primary.ts'
import { runWorker } from './worker.ts'

process.on('uncaughtException', error => {
  const { type, code = '', message = '', stack = '' } = describeError(error)
  process.stderr.write(`${type} ${code}: ${message}\n${stack}\n`)
  process.exit(1)
})

try {
  const config = readConfig()
  const log = openLog(config.LOG_LEVEL)
  await (cluster.isPrimary ? runPrimary(config, log) : runWorker(config, log))
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(EXIT_CONFIG)
}
