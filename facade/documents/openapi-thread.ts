// A thread of its own for a document that takes half a second to make.
import { parentPort, workerData } from 'node:worker_threads'
import { stringify } from 'yaml'
import type { Installation } from '../../tools/context.ts'
import { ROUTES } from '../agent/routes.ts'
import { describeOpenApi } from '../openapi.ts'

const document = describeOpenApi(ROUTES, workerData as Installation)
parentPort?.postMessage(stringify(document, { aliasDuplicateObjects: false }))
