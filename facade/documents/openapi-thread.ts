// A thread of its own for a document that takes half a second to make.
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { Installation } from '../../tools/kernel/context.ts'
import { describeOpenApi } from '../openapi/openapi.ts'
import { writeYaml } from '../openapi/yaml.ts'
import { FAMILIES, ROUTES } from '../rest/routes/index.ts'

// Linux sets it for this thread alone, so that requests go first; elsewhere it would be the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

const { installation, format } = workerData as { installation: Installation; format: 'json' | 'yaml' }
const document = describeOpenApi(ROUTES, FAMILIES, installation)
parentPort?.postMessage(format === 'yaml' ? writeYaml(document) : JSON.stringify(document))
