// A thread of its own for documents that take half a second to make.
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { Installation } from '../../tools/kernel/context.ts'
import { BUCKETS } from '../../tools/kernel/limits.ts'
import { TOOLS } from '../../tools/registry.ts'
import { describeOpenApi } from '../openapi/openapi.ts'
import { writeYaml } from '../openapi/yaml.ts'
import { FAMILIES, ROUTES } from '../rest/routes/index.ts'
import { describeReference } from './reference/reference.ts'

// Linux sets it for this thread alone, so that requests go first; elsewhere it would be the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

export type Made = 'openapi.json' | 'openapi.yaml' | 'reference'

export interface Making {
  what: Made
  installation: Installation
  isLimited: boolean
}

const { what, installation, isLimited } = workerData as Making

const MAKE: Readonly<Record<Made, () => string>> = {
  'openapi.json': () => JSON.stringify(describeOpenApi(ROUTES, FAMILIES, installation)),
  'openapi.yaml': () => writeYaml(describeOpenApi(ROUTES, FAMILIES, installation)),
  reference: () => describeReference(ROUTES, TOOLS, installation, isLimited ? BUCKETS : undefined),
}

parentPort?.postMessage(MAKE[what]())
