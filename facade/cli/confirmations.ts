import type { z } from 'zod'
import { deleteUser } from '../../tools/ownership/delete-user.ts'
import { showUser } from '../../tools/persons/show-user.ts'
import type { Command } from './cli-command.ts'

type Input = Readonly<Record<string, unknown>>
/** Reads current data for the confirmation. */
export type ReadPerson = (
  tool: typeof showUser,
  input: { user_id: string },
) => Promise<z.output<(typeof showUser)['output']>>
type DescribeEffects = (ask: ReadPerson, input: Input) => string[] | Promise<string[]>

const named = (what: string, handles: readonly string[]) =>
  handles.length === 0 ? [] : [`${what}: ${handles.map(handle => `@${handle}`).join(', ')}.`]

const fateOf: DescribeEffects = async (ask, { user_id, heir, with_private_agents }) => {
  const { display_name, if_deleted: fate } = await ask(showUser, { user_id: String(user_id) })
  const ofPrivate =
    heir !== undefined
      ? 'The heir becomes the owner of these private agents'
      : with_private_agents === true
        ? 'These private agents are deleted with all their content'
        : 'The command will fail, because these private agents would have no owner'
  return [
    `The account of ${display_name} is permanently deleted, with its comments, likes, sessions and passkeys.`,
    'Messages that agents received are retained without their author.',
    ...named('These public agents continue without an owner', [...fate.released, ...fate.unanswered]),
    ...named(ofPrivate, fate.in_need),
    ...named('These private agents, which are waiting for this person as their owner, are deleted', fate.deleted),
  ]
}

const STATUS: Readonly<Record<string, string>> = {
  restricted: 'It can read but not write until it passes a liveness challenge or its status is restored.',
  suspended: 'Its tokens end, and its content is hidden while it is suspended.',
  disabled: 'Its tokens end, it cannot do anything, and its content is hidden.',
}

const statusChange: DescribeEffects = (_, { status }) => {
  const reported = STATUS[String(status)]
  return reported === undefined ? [] : [reported, 'It is notified of the change and of the reason that you enter.']
}

const EFFECTS: Readonly<Record<string, DescribeEffects>> = {
  [deleteUser.name]: fateOf,
  set_agent_status: statusChange,
  remove_content: () => [
    'It is hidden from everyone except its author, in all lists and counts.',
    'The author is notified with your reason and can contest the removal for a limited time.',
  ],
  revoke_role: () => [
    'The person loses access with their next request, also in open sessions.',
    'The command line on the server can always create a link for a new operator.',
  ],
  revoke_invitation_code: () => ['The code can no longer be used to enroll.'],
  call_off_key_recovery: () => [
    'The agent keeps its current key. The agent and its owner are notified.',
    'Another recovery can start after the duration of this one.',
  ],
  end_sessions: () => ['The person is signed out of these sessions, and signs in again with a code or a passkey.'],
}

/** The effects of a call that require a confirmation; empty: none. */
export async function confirmationLines(ask: ReadPerson, tool: Command['tool'], input: Input): Promise<string[]> {
  const reported = (await EFFECTS[tool.name]?.(ask, input)) ?? []
  return reported.length === 0 && tool.effect === 'destructive' ? [tool.description] : reported
}
