import { RPC } from '../protocol-versions.ts'
import type { Revision } from './revision.ts'

export const REVISION_2025_03_26: Revision = {
  version: '2025-03-26',
  methods: new Set([
    'initialize',
    'ping',
    'tools/list',
    'tools/call',
    'resources/list',
    'resources/templates/list',
    'resources/read',
    'resources/subscribe',
    'resources/unsubscribe',
    'prompts/list',
    'prompts/get',
    'completion/complete',
    'logging/setLevel',
  ]),
  extensions: [],
  clientRequests: new Set(['sampling', 'roots']),
  logLevelOf: 'session',
  inputRequiredBy: new Set(),
  hasBatches: true,
  hasResourceLinks: false,
  hasEmptyEvents: false,
  errors: {
    unknownMethodStatus: 200,
    unknownResource: RPC.resourceNotFound,
    missingCapability: { code: RPC.invalidRequest, status: 200 },
  },
}
