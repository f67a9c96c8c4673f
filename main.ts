import cluster from 'node:cluster'
import { describeServer, parseArgv } from './server/argv.ts'
import { CLI_COMMANDS, VERSION } from './server/cli-names.ts'
import { loadConfig, requireCorrectDriver } from './server/config/config.ts'
import { ConfigError, EXIT_CONFIG } from './server/config/config-error.ts'
import { describeThrown } from './server/log/describe-error.ts'
import { createLog } from './server/log/log.ts'
import { runPrimary } from './server/primary.ts'
import { runWorker } from './server/worker.ts'

process.on('uncaughtException', error => {
  const { type, code = '', message = '', stack = '' } = describeThrown(error)
  process.stderr.write(`${type} ${code}: ${message}\n${stack}\n`)
  process.exit(1)
})

try {
  const { config: file, help, version, quiet: isQuiet } = parseArgv(process.argv.slice(2))
  if (help || version) {
    process.stdout.write(help ? describeServer(CLI_COMMANDS) : `colloquy ${VERSION}\n`)
    process.exit(0)
  }
  requireCorrectDriver()
  const { config, unknownVariables, environment } = loadConfig(file)
  const log = createLog(config.LOG_LEVEL)
  if (cluster.isPrimary) for (const { name, nearest, message } of unknownVariables) log.warn({ name, nearest }, message)
  await (cluster.isPrimary ? runPrimary(config, log, {}, { file, environment, isQuiet }) : runWorker(config, log))
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(EXIT_CONFIG)
}
