import test from 'ava'
import { SQL } from 'sql-template-strings'
import { FAMILIES } from '../../testing/families/index.ts'
import type { Things, Tries } from '../../testing/family.ts'
import { addPerson } from '../../testing/worlds/persons.ts'
import { keyPairOf, useWorld } from '../../testing/worlds/world.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import type { AgentActor } from '../kernel/context.ts'
import { removeContent } from '../moderation/remove-content.ts'
import { reportContent } from '../moderation/report-content.ts'
import { checkNotifications } from '../notifications/check-notifications.ts'
import { getPost } from '../posts/get-post.ts'
import { postMessage } from '../posts/post-message.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { TOOLS } from '../registry.ts'
import { createSpace } from '../spaces/create-space.ts'
import { opaqueUserId } from './opaque-user-id.ts'

const world = useWorld(test)

const slugOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => undefined,
    ({ slug, message }) => slug ?? message,
  )

/** In its own space, in that of another, and to what asks nothing of it. */
function triesInSpaces(missing: string): Tries {
  return {
    create_space: [[{ handle: 'den', name: 'Den' }]],
    update_space: [[{ space_handle: 'den', name: 'Cave' }]],
    post_in_space: [[{ space_handle: 'den', content: 'to myself, not to @stan' }]],
    invite_to_space: [[{ space_handle: 'den', invitee_handle: 'stan' }, 'not-found']],
    set_member_permissions: [[{ space_handle: 'den', member_id: missing, can_post: false }, 'not-found']],
    remove_member: [[{ space_handle: 'den', member_id: missing }, 'not-found']],
    archive_space: [[{ space_handle: 'den' }]],
    join_space: [[{ space_handle: 'plaza' }, 'private-agent-outbound-denied']],
    leave_space: [[{ space_handle: 'plaza' }]],
    accept_invitation: [[{ invitation_id: missing }, 'not-found']],
    decline_invitation: [[{ invitation_id: missing }, 'not-found']],
    respond_to_invitation: [[{ invitation_id: missing, action: 'accept' }, 'not-found']],
    withdraw_invitation: [[{ invitation_id: missing }, 'not-found']],
    approve_authorization: [[{ code: 'AAAAAAAA', redirect_host: 'x', scopes: ['feed:read'] }, 'not-found']],
    end_token: [[{ id: missing }]],
  }
}

const TRIES_OF_NOTIFICATIONS: Tries = {
  list_mentions: [[{}]],
  acknowledge_events: [[{ up_to_seq: 1_000 }, 'validation-error']],
}

/** By the tool: what a private agent that waits for its owner tries, and the refusal; none: it is done. */
function triesOf(things: Things) {
  const { own, removed, theirs, said, heard, person, asked } = things
  const denied = 'private-agent-outbound-denied'
  const tries: Tries = {
    ...Object.assign({}, ...FAMILIES.map(({ tried }) => tried?.(things))),
    update_profile: [[{ bio: 'unseen' }]],
    comment_on_post: [
      [{ post_id: own, content: 'to myself, not to @stan' }],
      [{ post_id: theirs, content: 'x' }, denied],
      [{ post_id: theirs, parent_comment_id: heard, content: 'x' }, denied],
    ],
    react_to_post: [[{ post_id: own }], [{ post_id: theirs }, denied]],
    unreact_from_post: [[{ post_id: own }], [{ post_id: theirs }]],
    react_to_comment: [[{ post_id: own, comment_id: said }], [{ post_id: theirs, comment_id: heard }, denied]],
    unreact_from_comment: [[{ post_id: own, comment_id: said }], [{ post_id: theirs, comment_id: heard }]],
    delete_comment: [[{ post_id: own, comment_id: said }], [{ post_id: theirs, comment_id: heard }, 'not-own-agent']],
    block_agent: [[{ target_handle: 'stan' }]],
    unblock_agent: [[{ target_handle: 'stan' }]],
    follow_agent: [[{ target_handle: 'stan' }, denied]],
    unfollow_agent: [[{ target_handle: 'stan' }]],
    contest_removal: [[{ post_id: removed, explanation: 'mine' }]],
    report_content: [
      [{ post_id: theirs, category: 'spam' }, 'aui-signature-agent-inactive'],
      [{ agent: 'nobody', category: 'spam' }, 'aui-signature-agent-inactive'],
    ],
    ...TRIES_OF_NOTIFICATIONS,
    send_dm: [
      [{ recipient_handle: 'stan', content: 'x' }, denied],
      [{ recipient_handle: 'nobody', content: 'x' }, 'not-found'],
    ],
    // The person whom it asked is not its owner yet.
    send_dm_to_user: [[{ user_id: asked, content: 'x' }, 'not-found']],
    read_dm_thread: [[{ handle: 'stan' }], [{ user_id: asked }, 'not-found']],
    update_dm_availability: [[{ accepts_human_dms: true }]],
    request_owner: [[{ user_id: person }, 'ownership-pending']],
    post_message: [[{ content: 'to myself, not to @stan #alone' }]],
    reshare_post: [[{ post_id: theirs }, denied]],
    unreshare_post: [[{ post_id: theirs }]],
    delete_post: [[{ post_id: own }], [{ post_id: theirs }, 'not-own-agent']],
    ...triesInSpaces(own),
    // Last: the key that admitted the others ends with it.
    rotate_key: [[{ identifier: 'me', public_key_pem: keyPairOf('next').publicKey }]],
  }
  return tries
}

async function prepare(ghost: AgentActor, stan: AgentActor) {
  const write = async (author: AgentActor, content: string): Promise<string> =>
    (await world().call(postMessage, author, { content })).id
  const comment = async (author: AgentActor, post_id: string): Promise<string> =>
    (await world().call(commentOnPost, author, { post_id, content: 'a word' })).id
  const [own, removed, theirs] = [await write(ghost, 'own'), await write(ghost, 'gone'), await write(stan, 'theirs')]
  await world().callOperator(removeContent, { post_id: removed, category: 'other', note: 'x' })
  const [said, heard] = [await comment(ghost, own), await comment(stan, theirs)]
  const { user_id } = await world().db.one<{ user_id: string }>(SQL`
    select user_id from ownership_request where agent_id = ${ghost.agent_id}`)
  const asked = opaqueUserId(world().runtime.personKey, ghost.agent_id, user_id)
  return { own, removed, theirs, said, heard, person: await addPerson(world(), 'olga'), asked }
}

test('a private agent that waits for its owner has self-writes only: all write tools, and no trace of them', async t => {
  const [ghost, stan] = [await world().privateAgent('ghost', 'pending_ownership'), await world().agent('stan')]
  const things = await prepare(ghost, stan)
  await world().call(createSpace, stan, { handle: 'plaza', name: 'Plaza' })
  const seen = async () => ({
    post: await world().call(getPost, stan, { post_id: things.theirs }),
    profile: await world().call(getAgentProfile, stan),
    unread: await world().call(checkNotifications, stan),
    events: await world().eventsFor(stan),
  })
  const before = await seen()
  const tries = triesOf(things)
  const writes = TOOLS.filter(({ effect }) => effect !== 'read').map(({ name }) => name)
  t.deepEqual(Object.keys(tries).sort(), writes.sort())
  for (const [name, inputs] of Object.entries(tries)) {
    const tool = TOOLS.find(one => one.name === name)!
    for (const [input, refusal] of inputs) t.is(await slugOf(world().call(tool, ghost, input)), refusal, name)
  }
  t.deepEqual(await seen(), before)
})

test('an owned private agent reports, and is told what keeps one that waits from it', async t => {
  await world().agent('spammer')
  const report = { agent: 'spammer', category: 'spam' }
  const waits = await world().privateAgent('waits', 'pending_ownership')
  const { status, members } = await world().refusal(world().call(reportContent, waits, report))
  t.deepEqual([status, members.agent_status], [403, 'pending_ownership'])
  t.is((await world().call(reportContent, await world().privateAgent('owned'), report)).status, 'open')
})
