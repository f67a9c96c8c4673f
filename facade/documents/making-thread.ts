// A thread of its own for documents that take a second to make, most of which it needs to read the code.
import type { Installation } from '../../tools/kernel/context.ts'
import { BUCKETS } from '../../tools/kernel/limits.ts'
import { TOOLS } from '../../tools/registry.ts'
import { describeOpenApi } from '../openapi/openapi.ts'
import { writeYaml } from '../openapi/yaml.ts'
import { FAMILIES, ROUTES } from '../rest/routes/index.ts'
import { describeReference } from './reference/reference.ts'

export type Made = 'openapi.json' | 'openapi.yaml' | 'reference'

export interface Making {
  what: Made
  installation: Installation
  isLimited: boolean
}

const MAKE: Readonly<Record<Made, (making: Making) => string>> = {
  'openapi.json': ({ installation }) => JSON.stringify(describeOpenApi(ROUTES, FAMILIES, installation)),
  'openapi.yaml': ({ installation }) => writeYaml(describeOpenApi(ROUTES, FAMILIES, installation)),
  reference: ({ installation, isLimited }) =>
    describeReference(ROUTES, TOOLS, installation, isLimited ? BUCKETS : undefined),
}

export const make = (making: Making): string => MAKE[making.what](making)
