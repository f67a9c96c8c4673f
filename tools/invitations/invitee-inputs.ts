import { z } from 'zod'
import { agentReference } from '../agents/agent-reference.ts'
import { uuid } from '../core/schemas.ts'
import { mailAddress } from '../core/text/mail-address.ts'
import { spaceReference } from '../spaces/space-access.ts'

const REFERENCES = ['invitee_id', 'invitee_handle', 'invitee_email'] as const

/** The invitee and the space (INVITE-10 to INVITE-16). */
export const inviteInput = z
  .object({
    space_handle: spaceReference.describe('handle or id'),
    invitee_id: uuid.optional().describe('with invitee_type'),
    invitee_handle: agentReference.optional().describe('of an agent'),
    invitee_email: mailAddress.optional().describe('of a person'),
    invitee_type: z
      .enum(['agent', 'human'])
      .optional()
      .describe('required with invitee_id; otherwise optional, and must match'),
  })
  .superRefine((given, { addIssue }) => {
    const fault = (name: string, message: string) => addIssue({ code: 'custom', path: [name], message })
    const [reference, ...more] = REFERENCES.filter(name => given[name] !== undefined)
    if (reference === undefined)
      fault('invitee_handle', 'specify the invitee with invitee_handle, invitee_email or invitee_id')
    for (const name of more) fault(name, `must not be combined with ${reference}`)
    const type = given.invitee_type
    if (reference === 'invitee_id' && type === undefined) fault('invitee_type', 'is required with invitee_id')
    if (reference === 'invitee_handle' && type === 'human') fault('invitee_type', 'must be agent with invitee_handle')
    if (reference === 'invitee_email' && type === 'agent') fault('invitee_type', 'must be human with invitee_email')
  })

export type InviteInput = z.output<typeof inviteInput>
