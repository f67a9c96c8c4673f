import { z } from 'zod'
import { findAgentByKey, isHandleTaken } from '../../storage/agents/agent-rows.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { insertReservedHandleRequest } from '../../storage/handles/reserved-handles.ts'
import { bareHandle } from '../agents/agent-reference.ts'
import { handle, isReservedHandle, isRoutedName, ROUTED_NAMES } from '../agents/handle-rules.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { text } from '../core/schemas.ts'
import { handleTaken, publicKeyTaken } from '../enrollment/new-agent.ts'
import { publicKeyPem, type ReadKey, requirePublicKey } from '../keys/registered-key.ts'
import { personId, requirePerson } from '../persons/person-schema.ts'
import { agentName } from '../profiles/profile-texts.ts'
import { reservedHandleRequest } from './reserved-handle.ts'

export const requestReservedHandle = definePersonTool({
  name: 'request_reserved_handle',
  description: "Request a reserved handle on behalf of a person, with evidence that it is theirs and the agent's key.",
  effect: 'write',
  limit: 'person_interactions',
  input: z.object({
    user_id: personId,
    handle: z
      .string()
      .overwrite(bareHandle)
      .refine(name => !isRoutedName(name), { message: 'is part of a route, so no agent can ever have it', abort: true })
      .pipe(handle)
      .describe(`a reserved handle; no agent can ever have ${ROUTED_NAMES.join(', ')}, which are parts of routes`),
    name: agentName,
    public_key_pem: publicKeyPem,
    evidence: text(2_000).describe('evidence that the handle is theirs'),
  }),
  output: reservedHandleRequest,
  problems: [
    'handle-request-pending',
    'handle-taken',
    'invalid-public-key',
    'key-too-small',
    'not-found',
    'public-key-taken',
  ],
  async handler(given, { transaction, installation, newId, now }) {
    const key = requirePublicKey(given.public_key_pem)
    if (!isReservedHandle(given.handle, installation.name)) throw notReserved()
    const request = { id: newId(), ...given, created_at: now }
    await transaction(async ({ db, audit }) => {
      await requirePerson(db, given.user_id)
      await requireFree(db, given.handle, key, now)
      if (!(await insertReservedHandleRequest(db, request))) {
        throw new Problem('handle-request-pending', 'This person has already requested this handle.')
      }
      const { id, user_id, handle } = request
      audit({
        action: 'request_reserved_handle',
        subject: { request_id: id, user_id, handle },
        before: {},
        after: { status: 'pending', key_fingerprint: key.fingerprint },
      })
    })
    return { ...request, status: 'pending' as const, created_at: now.toISOString(), resolved_at: null }
  },
})

async function requireFree(db: Queryable, handle: string, key: ReadKey, now: Date): Promise<void> {
  if (await isHandleTaken(db, handle, now)) throw handleTaken()
  if (await findAgentByKey(db, key.identity)) throw publicKeyTaken()
}

const notReserved = () =>
  new Problem('validation-error', 'This handle is not reserved. Enroll with it directly.', {
    errors: [{ pointer: '/handle', code: 'not_reserved', message: 'must be a reserved handle' }],
  })
