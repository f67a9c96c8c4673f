import { randomBytes, randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { SQL } from 'sql-template-strings'
import { mailText } from '../../push/mail.ts'
import { newPrivateKey, publicKeyOf } from '../../push/web-push.ts'
import { listWaitingMail } from '../../storage/mail/mail-queue.ts'
import { createPushBrowser } from '../../testing/fakes/push-browser.ts'
import { createInvitedSpace } from '../../testing/fixtures/invited-space.ts'
import { allowRecovery } from '../../testing/fixtures/key-recovery-world.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { signInPerson } from '../../testing/fixtures/test-persons.ts'
import { createTestWorld, settledOutcome, type TestWorld } from '../../testing/fixtures/test-world.ts'
import { columnsContaining } from '../../testing/leak-checks/find-text.ts'
import { newKeyPair } from '../../testing/values/key-pairs.ts'
import { newBrowserSecret } from '../accounts/browser-secret.ts'
import { requestSignInCode } from '../accounts/request-sign-in-code.ts'
import { signInWithCode } from '../accounts/sign-in-with-code.ts'
import { opaqueUserId } from '../agents/opaque-user-id.ts'
import { commentAsPerson } from '../comments/by-person/comment-as-person.ts'
import type { AgentActor, PersonActor } from '../core/context.ts'
import { dmAsPerson } from '../dms/dm-as-person.ts'
import { sendDmToUser } from '../dms/send-dm-to-user.ts'
import { updateDmAvailability } from '../dms/update-dm-availability.ts'
import { executeAsPerson, type PeopleTool } from '../execute-as-person.ts'
import { acceptInvitationAsPerson } from '../invitations/accept-invitation-as-person.ts'
import { inviteToSpace } from '../invitations/invite-to-space.ts'
import { startKeyRecovery } from '../key-recovery/start-key-recovery.ts'
import { OPERATOR_TOOLS } from '../operator-registry.ts'
import { SESSION_TOOLS } from '../people-registry.ts'
import { createUser } from '../persons/create-user.ts'
import { postMessage } from '../posts/post-message.ts'
import { grantRole } from '../roles/grant-role.ts'
import { acceptOwnership } from './accept-ownership.ts'
import { deleteUser } from './delete-user.ts'
import { requestOwner } from './request-owner.ts'
import { stopAgent } from './stop-agent.ts'

const database = useDatabase(test)
const privateKey = newPrivateKey(randomBytes)
const webPush = { privateKey, publicKey: publicKeyOf(privateKey)!, subject: 'mailto:operator@colloquy.test' }

/** Occurs in every text that a person writes, except messages, which stay with their recipients. */
const WORDS = 'Unforgettable-Quux'
const NAME = 'Wilhelmina-Quux'

interface Scene {
  world: TestWorld
  friend: AgentActor
  space: string
  post_id: string
  person: PersonActor
  email: string
  own(): Promise<string>
  comment(): Promise<string>
  invite(): Promise<string>
}

type Prepare = (scene: Scene) => Promise<Record<string, unknown>>

const ofOwned: Prepare = async scene => ({ agent: await scene.own() })
const nothing: Prepare = async () => ({})

async function asking({ world, person }: Scene): Promise<Record<string, unknown>> {
  const agent = await world.agent(`asks-${randomUUID().slice(0, 8)}`)
  await world.call(requestOwner, agent, { user_id: person.user_id })
  return { agent: agent.handle }
}

async function inSpace(scene: Scene): Promise<Record<string, unknown>> {
  await scene.world.callOperator(acceptInvitationAsPerson, {
    user_id: scene.person.user_id,
    invitation_id: await scene.invite(),
  })
  return { space: scene.space }
}

async function written({ world, person, friend }: Scene): Promise<Record<string, unknown>> {
  await world.callOperator(dmAsPerson, { user_id: person.user_id, agent: friend.handle, content: 'a message' })
  return { agent: friend.handle }
}

/** Inputs for each write of a person; reads that store a row count as writes. */
const INPUTS: Readonly<Record<string, Prepare>> = {
  accept_invitation_as_person: async scene => ({ invitation_id: await scene.invite() }),
  accept_ownership: asking,
  add_passkey: async () => ({ name: WORDS, answer: '{}' }),
  answer_task_question: async () => ({ broker_task_id: randomUUID(), answer: WORDS }),
  begin_account_export: nothing,
  begin_passkey: nothing,
  claim_account_export: async () => ({ ticket: 'none' }),
  comment_as_person: async ({ post_id }) => ({ post_id, content: WORDS }),
  decline_invitation_as_person: async scene => ({ invitation_id: await scene.invite() }),
  decide_approval: async () => ({ question_id: randomUUID(), decision: 'approved' }),
  decline_task_question: async () => ({ broker_task_id: randomUUID() }),
  delete_comment_as_person: async scene => ({ post_id: scene.post_id, comment_id: await scene.comment() }),
  dm_as_person: async ({ friend }) => ({ agent: friend.handle, content: 'a message' }),
  end_agent_access: ofOwned,
  end_push_subscription: async () => ({ subscription_id: randomUUID() }),
  end_sessions: async () => ({ others: true }),
  invite_agent: nothing,
  leave_space_as_person: inSpace,
  like_as_person: async ({ post_id }) => ({ post_id }),
  like_comment_as_person: async scene => ({ post_id: scene.post_id, comment_id: await scene.comment() }),
  list_dms_as_person: nothing,
  mark_notifications_read: async () => ({ through: randomUUID() }),
  oversee_comments: async ({ post_id }) => ({ post_id }),
  oversee_conversations: nothing,
  oversee_space: inSpace,
  oversee_spaces: nothing,
  oversee_thread: async scene => ({ agent: await scene.own(), with: scene.friend.handle }),
  read_dm_thread_as_person: written,
  reject_ownership: asking,
  release_ownership: ofOwned,
  remove_passkey: async () => ({ passkey_id: 'none' }),
  report_as_person: async ({ post_id }) => ({ post_id, category: 'other', note: 'x' }),
  request_reserved_handle: async () => ({
    handle: 'admin',
    name: 'Admin',
    public_key_pem: newKeyPair().publicKey,
    evidence: WORDS,
  }),
  restart_agent: async scene => {
    const agent = await scene.own()
    await scene.world.callOperator(stopAgent, { user_id: scene.person.user_id, agent, reason: 'x' })
    return { agent }
  },
  set_hold_rules: async scene => ({
    agent: await scene.own(),
    posts: 'public',
    purchases_above: null,
    purchase_categories: [],
  }),
  set_notification_delivery: async () => ({ topics: [{ topic: 'messages', delivery: 'off' }] }),
  set_owner_surface: async scene => ({ agent: await scene.own(), surface: 'dm-graph', level: 'public' }),
  start_key_recovery: async scene => ({ agent: await scene.own(), public_key_pem: newKeyPair().publicKey }),
  stop_agent: async scene => ({ agent: await scene.own(), reason: 'x' }),
  subscribe_to_push: async () => {
    const { p256dh, auth } = createPushBrowser()
    return { endpoint: `https://push.example.com/${randomUUID()}`, p256dh, auth }
  },
  update_account: async () => ({ display_name: `${NAME} renamed` }),
  withdraw_key_recovery: async scene => {
    const agent = await scene.own()
    const public_key_pem = newKeyPair().publicKey
    await scene.world.callOperator(startKeyRecovery, { user_id: scene.person.user_id, agent, public_key_pem })
    return { agent }
  },
}

/** Reads, and the deletion itself. */
const READS = /^(list_(?!dms)|show_|watch_|delete_account$)/

const WRITES = ([...OPERATOR_TOOLS.filter(tool => tool.isForPeople), ...SESSION_TOOLS] as PeopleTool[]).filter(
  ({ name }) => !READS.test(name),
)

/** Columns that retain the person's id, as in `storage/privacy/person-erasure.test.ts`. */
const LEFT = ['audit.actor', 'audit.after', 'audit.before', 'audit.subject', 'comment.user_id']

interface Stage {
  worlds: readonly [TestWorld, TestWorld]
  friend: AgentActor
  space: string
  post_id: string
  deleted: string[]
}

async function openStage(): Promise<Stage> {
  const worlds = [0, 1].map(() => createTestWorld(database().openAnother(), { newId: randomUUID, webPush })) as [
    TestWorld,
    TestWorld,
  ]
  const [world] = worlds
  await allowRecovery(world)
  const friend = await world.agent(`friend-${randomUUID().slice(0, 8)}`)
  await world.call(updateDmAvailability, friend, { accepts_human_dms: true })
  const { id: post_id } = await world.call(postMessage, friend, { content: 'hello' })
  const space = `den-${randomUUID().slice(0, 8)}`
  await createInvitedSpace(world, friend, space)
  return { worlds, friend, space, post_id, deleted: [] }
}

async function newScene({ worlds: [world], friend, space, post_id }: Stage): Promise<Scene> {
  const email = `${randomUUID()}@quux.test`
  const { id: user_id } = await world.callOperator(createUser, { email, display_name: NAME })
  const person = await signInPerson(world, user_id)
  return {
    ...{ world, friend, space, post_id, person, email },
    async own() {
      const agent = await world.agent(`owned-${randomUUID().slice(0, 8)}`)
      await world.call(requestOwner, agent, { user_id })
      await world.callOperator(acceptOwnership, { user_id, agent: agent.handle })
      return agent.handle
    },
    comment: async () => (await world.callOperator(commentAsPerson, { user_id, post_id, content: WORDS })).id,
    invite: async () => (await world.call(inviteToSpace, friend, { space_handle: space, invitee_email: email })).id,
  }
}

/** Runs writes of a person at one server while another deletes them after this many turns. */
async function race({ worlds: [, other], deleted }: Stage, user_id: string, writes: Promise<string>[], turns: number) {
  for (let n = 0; n < turns; n++) await turn()
  const deletion = settledOutcome(other.callOperator(deleteUser, { user_id, with_private_agents: true }))
  deleted.push(user_id)
  return { outcomes: await Promise.all(writes), deletion: await deletion }
}

const REFUSALS = ['done', 'sign-in-required', 'sign-in-again', 'not-found']

async function assertForgotten(t: ExecutionContext, { deleted, friend, worlds: [world] }: Stage) {
  const { db } = database()
  await world.eventsFor(friend)
  for (const words of [NAME, '[a-z0-9-]+@quux.test', WORDS]) t.deepEqual(await columnsContaining(db, words), [], words)
  const left = await columnsContaining(db, `(${deleted.join('|')})`)
  t.deepEqual(
    left.filter(place => !LEFT.includes(place)),
    [],
  )
  const words = SQL`select 1 from comment where user_id = any(${deleted}::uuid[]) and withdrawn is null`
  t.is(await db.maybeOne(words), undefined)
}

test('each write of a person is classified here', t => {
  t.deepEqual(WRITES.map(({ name }) => name).sort(), Object.keys(INPUTS).sort())
})

for (const [title, turns] of [
  ['at once', [0, 0]],
  ['a moment before', [1, 3, 8]],
] as const) {
  test.serial(`a write of a person who is deleted on another server leaves nothing, ${title}`, async t => {
    t.timeout(600_000)
    const stage = await openStage()
    const [world] = stage.worlds
    for (const tool of WRITES) {
      for (const after of turns) {
        const scene = await newScene(stage)
        const input = await INPUTS[tool.name]!(scene)
        const call = () => executeAsPerson(world.runtime, tool, scene.person, { input, request_id: 'test' })
        const { outcomes, deletion } = await race(
          stage,
          scene.person.user_id,
          [call(), call()].map(one => settledOutcome(one)),
          after,
        )
        t.is(deletion, 'done', tool.name)
        const odd = outcomes.filter(slug => !REFUSALS.includes(slug) && !tool.problems.includes(slug as never))
        t.deepEqual(odd, [], tool.name)
      }
    }
    await assertForgotten(t, stage)
  })
}

/** Mails a code that signs the person in. */
async function mailCode({ world: { db, runtime }, email }: Scene): Promise<Record<string, unknown>> {
  const ticket = newBrowserSecret(runtime.randomBytes)
  const call = { input: { email, ticket }, request_id: 'test' }
  await executeAsPerson(runtime, requestSignInCode, { kind: 'anyone' }, call)
  const mails = await listWaitingMail(db, new Date(runtime.clock()), 1_000)
  const code = mailText(mails.find(mail => mail.email === email)!, runtime.secretKeys).slice(0, 8)
  return { ticket, code }
}

test.serial("neither do an operator's writes for them, agents' messages to them, or a sign-in", async t => {
  t.timeout(600_000)
  const stage = await openStage()
  const { friend, post_id } = stage
  const [world] = stage.worlds
  for (let n = 0; n < 12; n++) {
    const scene = await newScene(stage)
    const { user_id } = scene.person
    if (n % 2 === 0) await written(scene)
    const agent = await world.agent(`asks-${randomUUID().slice(0, 8)}`)
    const owned = { ...(await world.agent(`mine-${randomUUID().slice(0, 8)}`)), status: 'active' as const }
    await world.call(requestOwner, owned, { user_id })
    await world.callOperator(acceptOwnership, { user_id, agent: owned.handle })
    const known_as = opaqueUserId(world.runtime.personKey, owned.agent_id, user_id)
    const input = await mailCode(scene)
    const visit = { input, request_id: 'test' }
    const writes = [
      world.callOperator(commentAsPerson, { user_id, post_id, content: WORDS }),
      world.callOperator(grantRole, { user_id, role: 'reader' }),
      world.call(requestOwner, agent, { user_id }),
      world.call(inviteToSpace, friend, { space_handle: stage.space, invitee_email: scene.email }),
      world.call(sendDmToUser, owned, { user_id: known_as, content: 'a message' }),
      executeAsPerson(world.runtime, signInWithCode, { kind: 'anyone' }, visit),
    ].map(one => settledOutcome(one))
    const { outcomes, deletion } = await race(stage, user_id, writes, n)
    t.is(deletion, 'done')
    t.deepEqual(
      outcomes.filter(slug => !/^[a-z-]+$/.test(slug)),
      [],
    )
  }
  await assertForgotten(t, stage)
})
