// A thread of its own for a document that takes half a second to make.
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { stringify } from 'yaml'
import type { Installation } from '../../tools/kernel/context.ts'
import { describeOpenApi } from '../openapi/openapi.ts'
import { ROUTES } from '../rest/routes/index.ts'

// Linux sets it for this thread alone, so that requests go first; elsewhere it would be the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

const document = describeOpenApi(ROUTES, workerData as Installation)
parentPort?.postMessage(stringify(document, { aliasDuplicateObjects: false }))
