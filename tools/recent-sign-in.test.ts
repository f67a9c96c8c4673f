import test from 'ava'
import { addPerson, signInPerson } from '../testing/fixtures/test-persons.ts'
import { settledOutcome, useTestWorld } from '../testing/fixtures/test-world.ts'
import type { PersonActor } from './core/context.ts'
import type { OperatorTool, SessionTool } from './core/define-tool.ts'
import { MINUTE } from './core/durations.ts'
import { executeAsPerson } from './execute-as-person.ts'
import { OPERATOR_TOOLS } from './operator-registry.ts'
import { SESSION_TOOLS } from './people-registry.ts'
import { callAsStaff } from './roles/call-as-staff.ts'
import { grantRole } from './roles/grant-role.ts'

const world = useTestWorld(test)

/** Tools whose effect outlives the calling session, by effect. */
const MARKED: Readonly<Record<string, readonly string[]>> = {
  'roles, which let somebody back in': ['grant_role', 'revoke_role'],
  'addresses, by which somebody signs in': ['create_user', 'edit_user'],
  'keys, which prove who somebody is': [
    'add_passkey',
    'begin_passkey',
    'remove_passkey',
    'rotate_signing_key',
    'start_key_recovery',
  ],
  'settings of the installation': ['deprecate_version', 'restore_version', 'set_setting', 'unset_setting'],
  'secrets that are shown once, or encrypted again': ['create_invitation_codes', 'invite_agent', 'rewrap_secrets'],
  exports: ['begin_account_export'],
  'deletions, and rights that nobody can give back': [
    'delete_account',
    'delete_comment_as_person',
    'erase_agent',
    'delete_user',
    'reject_ownership',
    'release_ownership',
    'revoke_entitlement',
  ],
}

/** All other tools that are not reads. */
const UNMARKED: Readonly<Record<string, readonly string[]>> = {
  'ends access, and gives none: whoever notices a thief does it at once': [
    'call_off_key_recovery',
    'end_agent_access',
    'end_push_subscription',
    'end_sessions',
    'revoke_invitation_code',
    'stop_agent',
    'withdraw_key_recovery',
  ],
  'a decision of moderation, which is audited and reversed or contested': [
    'approve_reserved_handle',
    'issue_challenge',
    'reject_reserved_handle',
    'remove_content',
    'remove_review',
    'resolve_contest',
    'resolve_report',
    'set_agent_status',
  ],
  'taken back by its person the same way': [
    'accept_invitation_as_person',
    'accept_ownership',
    'decline_invitation_as_person',
    'leave_space_as_person',
    'like_as_person',
    'like_comment_as_person',
    'request_reserved_handle',
    'restart_agent',
    'set_hold_rules',
    'set_notification_delivery',
    'set_owner_surface',
    'subscribe_to_push',
    'update_account',
  ],
  'a decision that is audited, and changes nothing but what it is about': ['decide_dispute'],
  'words of that person, as they write every day': [
    'answer_task_question',
    'decide_approval',
    'comment_as_person',
    'decline_task_question',
    'dm_as_person',
    'report_as_person',
  ],
  'reads that move a place': [
    'claim_account_export',
    'list_dms_as_person',
    'mark_notifications_read',
    'read_dm_thread_as_person',
  ],
  'of the command line, which has no session': ['create_role_link'],
  'tries again what was decided before, or tries mail': ['reconcile_payments', 'test_mail'],
}

const ALL: readonly (OperatorTool | SessionTool)[] = [...OPERATOR_TOOLS, ...SESSION_TOOLS]
const namesIn = (groups: Readonly<Record<string, readonly string[]>>) => Object.values(groups).flat().sort()

test('every tool of staff and of persons declares whether it requires a recent sign-in, with the reason here', t => {
  const marked = ALL.filter(tool => tool.recent_sign_in).map(({ name }) => name)
  const others = ALL.filter(tool => !tool.recent_sign_in && tool.effect !== 'read').map(({ name }) => name)
  t.deepEqual(marked.sort(), namesIn(MARKED))
  t.deepEqual(others.sort(), namesIn(UNMARKED))
  for (const tool of ALL) t.false(tool.recent_sign_in === true && tool.effect === 'read', tool.name)
})

const MARKED_NAMES = new Set(namesIn(MARKED))
const webTools = OPERATOR_TOOLS.filter(({ commandLineOnly }) => !commandLineOnly)

/** Invalid for every tool: a marked tool is refused for the sign-in, any other for the input. */
const ODD = { no_such_input: true }

test.serial('a session of 15 minutes or more may call no marked tool, and every other', async t => {
  const user_id = await addPerson(world(), 'otto')
  await world().callOperator(grantRole, { user_id, role: 'operator' })
  const actor = await signInPerson(world(), user_id)
  const asStaff = (tool: OperatorTool) =>
    settledOutcome(callAsStaff(world().runtime, tool, { ...actor, input: ODD, request_id: 'test' }))
  const asPerson = (tool: OperatorTool | SessionTool) =>
    settledOutcome(executeAsPerson(world().runtime, tool, actor, { input: ODD, request_id: 'test' }))
  const ofPersons = [...OPERATOR_TOOLS.filter(({ isForPeople }) => isForPeople), ...SESSION_TOOLS]
  const judge = async (isRecent: boolean) => {
    const expected = ({ name }: { name: string }) =>
      !isRecent && MARKED_NAMES.has(name) ? 'sign-in-again' : 'validation-error'
    for (const tool of webTools) t.is(await asStaff(tool), expected(tool), `staff: ${tool.name}`)
    for (const tool of ofPersons) t.is(await asPerson(tool), expected(tool), `person: ${tool.name}`)
  }
  world().advance(15 * MINUTE - 1)
  await judge(true)
  world().advance(1)
  await judge(false)
  world().advance(20 * 24 * 60 * MINUTE)
  await judge(false)
})

test.serial('an ended or unknown session is not recent', async t => {
  const user_id = await addPerson(world(), 'rosa')
  await world().callOperator(grantRole, { user_id, role: 'operator' })
  const nobody: PersonActor = { kind: 'person', user_id, session_id: world().runtime.newId() }
  const call = { ...nobody, input: { user_id, role: 'operator' }, request_id: 'test' }
  t.is(await settledOutcome(callAsStaff(world().runtime, grantRole, call)), 'sign-in-again')
})
