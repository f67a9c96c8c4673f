import { z } from 'zod'
import { listHandleRequestsOfPerson } from '../../storage/handles/reserved-handles.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { personId } from '../persons/person-schema.ts'
import { reservedHandleRequest } from './reserved-handle.ts'

const REQUESTS_MOST = 50

export const listOwnHandleRequests = definePersonTool({
  name: 'list_own_handle_requests',
  description: "A person's requests for reserved handles, newest first, up to 50.",
  effect: 'read',
  input: z.object({ user_id: personId }),
  output: z.object({ requests: z.array(reservedHandleRequest) }),
  problems: [],
  handler: async ({ user_id }, { db }) => ({ requests: await listHandleRequestsOfPerson(db, user_id, REQUESTS_MOST) }),
})
