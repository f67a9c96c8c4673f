import { RPC, SKILLS_EXTENSION, TASKS_EXTENSION } from '../protocol-versions.ts'
import type { Revision } from './revision.ts'

/** Without sessions. What a server needs of a client is the result of a request, and the client repeats the request. */
export const REVISION_2026_07_28: Revision = {
  version: '2026-07-28',
  methods: new Set([
    'server/discover',
    'tools/list',
    'tools/call',
    'resources/list',
    'resources/templates/list',
    'resources/read',
    'subscriptions/listen',
    'prompts/list',
    'prompts/get',
    'completion/complete',
    'skills/list',
    'skills/get',
    'tasks/get',
    'tasks/update',
    'tasks/cancel',
  ]),
  extensions: [TASKS_EXTENSION, SKILLS_EXTENSION],
  clientRequests: new Set(['elicitation', 'sampling', 'roots']),
  logLevelOf: 'request',
  inputRequiredBy: new Set(['tools/call', 'prompts/get', 'resources/read']),
  hasBatches: false,
  hasResourceLinks: true,
  hasEmptyEvents: false,
  errors: {
    unknownMethodStatus: 404,
    unknownResource: RPC.invalidParams,
    missingCapability: { code: RPC.missingCapability, status: 400 },
  },
}
