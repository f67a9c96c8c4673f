// A separate thread for documents that take a second to render, most of it for loading the code.
import type { Installation } from '../../tools/core/context.ts'
import { LIMITS } from '../../tools/core/rate-limits.ts'
import { TOOLS } from '../../tools/registry.ts'
import { describeAsyncApi } from '../openapi/describe-asyncapi.ts'
import { describeOpenApi } from '../openapi/describe-openapi.ts'
import { writeYaml } from '../openapi/write-yaml.ts'
import { FAMILIES, ROUTES } from '../rest/routes/index.ts'
import { describeFeature, describeReference } from './reference/reference.ts'

export type RenderedDocument = 'asyncapi.json' | 'openapi.json' | 'openapi.yaml' | 'reference' | 'feature'

export interface RenderRequest {
  what: RenderedDocument
  installation: Installation
  isLimited: boolean
  /** For `feature`: the name of a family of routes. */
  family?: string | undefined
}

const MAKE: Readonly<Record<RenderedDocument, (making: RenderRequest) => string>> = {
  'asyncapi.json': ({ installation }) => JSON.stringify(describeAsyncApi(installation)),
  'openapi.json': ({ installation }) => JSON.stringify(describeOpenApi(ROUTES, FAMILIES, installation)),
  'openapi.yaml': ({ installation }) => writeYaml(describeOpenApi(ROUTES, FAMILIES, installation)),
  reference: ({ installation, isLimited }) =>
    describeReference(ROUTES, TOOLS, installation, isLimited ? LIMITS : undefined),
  feature: ({ installation, family = '' }) =>
    describeFeature(ROUTES, { family, offers: FAMILIES[family] ?? '' }, installation),
}

export const runInWorker = (making: RenderRequest): string => MAKE[making.what](making)
