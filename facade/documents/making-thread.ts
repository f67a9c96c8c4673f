// A thread of its own for documents that take a second to make, most of which it needs to read the code.
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

export type Made = Readonly<Record<'openapi.json' | 'openapi.yaml' | 'reference', string>>

export interface Making {
  installation: Installation
  isLimited: boolean
}

const { installation, isLimited } = workerData as Making
const openapi = describeOpenApi(ROUTES, FAMILIES, installation)

parentPort?.postMessage({
  'openapi.json': JSON.stringify(openapi),
  'openapi.yaml': writeYaml(openapi),
  reference: describeReference(ROUTES, TOOLS, installation, isLimited ? BUCKETS : undefined),
} satisfies Made)
