// `npm run serve:test -- --clock-file FILE`: the server, its clock moved from outside.
import cluster from 'node:cluster'
import { parseArgs } from 'node:util'
import { readConfig, requireCorrectDriver } from '../server/config.ts'
import { openLog } from '../server/log.ts'
import { runPrimary } from '../server/primary.ts'
import { runWorker } from '../server/worker.ts'
import { clockOfFile } from './clock-file.ts'

const { values } = parseArgs({ options: { 'clock-file': { type: 'string' } } })
const file = values['clock-file']
const given = file === undefined ? {} : { clock: clockOfFile(file) }
requireCorrectDriver()
const config = readConfig()
const log = openLog(config.LOG_LEVEL)
await (cluster.isPrimary ? runPrimary(config, log, given) : runWorker(config, log, given))
