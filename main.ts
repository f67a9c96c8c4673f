import cluster from 'node:cluster'
import { readConfig, requireCorrectDriver } from './server/config.ts'
import { ConfigError, EXIT_CONFIG } from './server/config-error.ts'
import { describeError, openLog } from './server/log.ts'
import { runPrimary } from './server/primary.ts'
import { runWorker } from './server/worker.ts'

process.on('uncaughtException', error => {
  const { type, code = '', message = '', stack = '' } = describeError(error)
  process.stderr.write(`${type} ${code}: ${message}\n${stack}\n`)
  process.exit(1)
})

try {
  requireCorrectDriver()
  const config = readConfig()
  const log = openLog(config.LOG_LEVEL)
  await (cluster.isPrimary ? runPrimary(config, log) : runWorker(config, log))
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(EXIT_CONFIG)
}
