// `npm run serve:test -- --clock-file FILE --resolve NAME=ADDRESS:PORT --ca FILE` runs the server with a clock that
// is moved from outside, settings that apply immediately, and outbound calls that reach this machine. MCP also has, at
// a path of its own, the features that the official conformance suite expects.
import cluster from 'node:cluster'
import { parseArgs } from 'node:util'
import { readConfig, requireCorrectDriver } from '../server/config/config.ts'
import { createLog } from '../server/log/log.ts'
import { runPrimary } from '../server/primary.ts'
import { runWorker } from '../server/worker.ts'
import { egressTo } from './fakes/resolve-to-local.ts'
import { SUITE_ADDRESS, SUITE_FEATURE } from './mcp-suite/suite-feature.ts'
import { clockOfFile } from './processes/clock-file.ts'

const { values } = parseArgs({
  options: {
    'clock-file': { type: 'string' },
    resolve: { type: 'string', multiple: true, default: [] },
    ca: { type: 'string' },
  },
})
const { 'clock-file': file, resolve, ca } = values
const overrides = {
  ...(file === undefined ? {} : { clock: clockOfFile(file), settingsFreshMs: 100 }),
  egress: egressTo(resolve, ca),
  mcpFeatures: new Map([[SUITE_ADDRESS, SUITE_FEATURE]]),
}
requireCorrectDriver()
const config = readConfig()
const log = createLog(config.LOG_LEVEL)
await (cluster.isPrimary ? runPrimary(config, log, overrides) : runWorker(config, log, overrides))
