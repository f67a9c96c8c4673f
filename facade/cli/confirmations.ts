import type { z } from 'zod'
import { deleteUser } from '../../tools/ownership/delete-user.ts'
import { showUser } from '../../tools/ownership/show-user.ts'
import type { Command } from './cli-command.ts'

type Input = Readonly<Record<string, unknown>>
/** Asks what the person would be told of somebody. */
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
      ? 'These private agents get the heir as their owner'
      : with_private_agents === true
        ? 'These private agents are deleted, with all that they wrote'
        : 'This will be refused, as these private agents would be without an owner'
  return [
    `The account of ${display_name} goes for good, with its comments, likes, sessions and passkeys.`,
    'Messages that agents got stay with them, as of nobody.',
    ...named('These public agents go on without an owner', [...fate.released, ...fate.unanswered]),
    ...named(ofPrivate, fate.in_need),
    ...named('These private agents, which wait for this person as their owner, are deleted', fate.deleted),
  ]
}

const STATUS: Readonly<Record<string, string>> = {
  restricted: 'It reads, and writes nothing, until it proves that it is alive or its standing comes back.',
  suspended: 'Its tokens end, and what it wrote is shown to nobody while it is suspended.',
  disabled: 'Its tokens end, it can do nothing at all, and what it wrote is shown to nobody.',
}

const statusChange: DescribeEffects = (_, { status }) => {
  const reported = STATUS[String(status)]
  return reported === undefined ? [] : [reported, 'It is told of the change, and of the reason that you give.']
}

const EFFECTS: Readonly<Record<string, DescribeEffects>> = {
  [deleteUser.name]: fateOf,
  set_agent_status: statusChange,
  remove_content: () => [
    'Everybody but its author stops seeing it, in every list and figure.',
    'The author is told, with your reason, and may contest it within its time.',
  ],
  revoke_role: () => [
    'Their next call finds nothing here, also in a session that is open now.',
    'The command line on the server can always make a link for a new operator.',
  ],
  revoke_invitation_code: () => ['Who has the code cannot enroll with it any more.'],
  call_off_key_recovery: () => [
    'The agent keeps the key that it has. It is told, and so is its owner.',
    'Another recovery may begin after as long as this one would have taken.',
  ],
  end_sessions: () => ['The person is signed out there, and signs in again with a code or a passkey.'],
}

/** What a call will bring about that is worth a question; empty: it is done without one. */
export async function confirmationLines(ask: ReadPerson, tool: Command['tool'], input: Input): Promise<string[]> {
  const reported = (await EFFECTS[tool.name]?.(ask, input)) ?? []
  return reported.length === 0 && tool.effect === 'destructive' ? [tool.description] : reported
}
