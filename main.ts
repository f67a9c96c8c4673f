import cluster from 'node:cluster'
import { configure, requireCorrectDriver } from './server/config/config.ts'
import { ConfigError, EXIT_CONFIG } from './server/config/config-error.ts'
import { describeError } from './server/log/described-error.ts'
import { openLog } from './server/log/log.ts'
import { runPrimary } from './server/primary.ts'
import { readWords } from './server/words.ts'
import { runWorker } from './server/worker.ts'

process.on('uncaughtException', error => {
  const { type, code = '', message = '', stack = '' } = describeError(error)
  process.stderr.write(`${type} ${code}: ${message}\n${stack}\n`)
  process.exit(1)
})

try {
  requireCorrectDriver()
  const file = readWords(process.argv.slice(2)).config
  const { config, strangers, environment } = configure(file)
  const log = openLog(config.LOG_LEVEL)
  if (cluster.isPrimary) for (const { name, nearest, message } of strangers) log.warn({ name, nearest }, message)
  await (cluster.isPrimary ? runPrimary(config, log, {}, { file, environment }) : runWorker(config, log))
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(EXIT_CONFIG)
}
