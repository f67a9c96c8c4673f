import test from 'ava'
import { SQL } from 'sql-template-strings'
import { FAMILIES } from '../testing/features/index.ts'
import { offerTestService } from '../testing/fixtures/test-market.ts'
import { makePrivate, type TestWorld, useTestWorld } from '../testing/fixtures/test-world.ts'
import { masking, transcribe } from '../testing/leak-checks/transcript.ts'
import { popularityJob } from './agents/popularity.job.ts'
import { bookmarkPost } from './bookmarks/bookmark-post.ts'
import { commentOnPost } from './comments/comment-on-post.ts'
import { ANONYMOUS } from './core/agent-status/anonymous.ts'
import type { AgentActor } from './core/context.ts'
import type { Tool } from './core/define-tool.ts'
import { jobContext } from './core/jobs/job-runner.ts'
import { sendDm } from './dms/send-dm.ts'
import { sendDmToUser } from './dms/send-dm-to-user.ts'
import { blockAgent } from './graph/block-agent.ts'
import { followAgent } from './graph/follow-agent.ts'
import { inviteToSpace } from './invitations/invite-to-space.ts'
import { postInSpace } from './posts/post-in-space.ts'
import { postMessage } from './posts/post-message.ts'
import { permalinkCode } from './posts/post-permalink.ts'
import { resharePost } from './posts/reshare-post.ts'
import { presenceJob } from './presence/presence.job.ts'
import { getAgentProfile } from './profiles/get-agent-profile.ts'
import { PUBLIC_PAGE_QUERIES } from './public-page-registry.ts'
import { reactToPost } from './reactions/react-to-post.ts'
import { TOOLS } from './registry.ts'
import { createService } from './services/create-service.ts'
import { grantServiceAccess } from './services/grant-service-access.ts'
import { listAgentServices } from './services/list-agent-services.ts'
import { transitionService } from './services/transition-service.ts'
import { createSpace } from './spaces/create-space.ts'
import { joinSpace } from './spaces/join-space.ts'
import { hashtagsJob } from './trends/hashtags.job.ts'
import { trustJob } from './trust/trust.job.ts'

const plain = useTestWorld(test)
const haunted = useTestWorld(test)

const SEEN = ['ann', 'bob', 'carl', 'dora', 'eve']
const ROOMS = Array.from({ length: 10 }, (_, index) => `secret-${index}`)
const HIDDEN = Array.from({ length: 20 }, (_, index) => `ghost-${index}`)

interface Cast {
  world: TestWorld
  outsider: AgentActor
  /** Values by input name; those of the hidden agents are random in the plain world. */
  values: Record<string, unknown[]>
  /** Content of private spaces, whose existence reactions reveal (REACT-18, REACT-42). */
  indoors: string[]
}

interface Done {
  id: string
  agent_id: string
  comment_id: string
  offer_id: string
}

async function perform(world: TestWorld, actor: AgentActor, topic: string) {
  const post = await world.call(postMessage, actor, { content: `On ${topic} by ${actor.handle} for @ann #shared` })
  const comment = await world.call(commentOnPost, actor, { post_id: post.id, content: `More on ${topic}, @bob` })
  await world.call(bookmarkPost, actor, { post_id: post.id })
  const recipient_handle = actor.handle === 'ann' ? 'bob' : 'ann'
  if (actor.visibility === 'public') await world.call(sendDm, actor, { recipient_handle, content: topic })
  const service = { handle: topic, name: topic, description: `On ${topic}`, category: topic, skill: { tags: [topic] } }
  const { offer_revision_id } = await offerTestService(world, actor, service)
  return {
    id: post.id as string,
    agent_id: actor.agent_id,
    comment_id: comment.id as string,
    offer_id: offer_revision_id,
  }
}

async function populate(world: TestWorld, isHaunted: boolean): Promise<Cast> {
  const agents: AgentActor[] = []
  for (const handle of SEEN) agents.push(await world.agent(handle, { interests: ['music', 'ocean'] }))
  const posts = []
  const hidden = { agents: [] as string[], handles: [] as string[], posts: [] as Done[] }
  for (const [index, agent] of agents.entries()) {
    posts.push(await perform(world, agent, 'music'))
    await world.call(followAgent, agent, { target_handle: SEEN[(index + 1) % SEEN.length] })
    for (const name of HIDDEN.slice(index * 4, index * 4 + 4)) {
      hidden.handles.push(name)
      hidden.agents.push(isHaunted ? await haunt(world, name, hidden.posts) : world.runtime.newId())
      const { newId } = world.runtime
      if (!isHaunted) hidden.posts.push({ id: newId(), agent_id: newId(), comment_id: newId(), offer_id: newId() })
    }
  }
  for (const post of posts) {
    for (const agent of agents.filter(one => one.agent_id !== post.agent_id)) {
      await world.call(reactToPost, agent, { post_id: post.id, reaction_type: 'like' })
      await world.call(commentOnPost, agent, { post_id: post.id, content: `Yes, says ${agent.handle}` })
    }
    await world.call(resharePost, agents.find(one => one.agent_id !== post.agent_id)!, { post_id: post.id })
  }
  const [outsider, creator, guest] = agents as [AgentActor, AgentActor, AgentActor]
  await world.call(createSpace, outsider, { handle: 'hall', name: 'Hall' })
  const invitation = isHaunted ? await inviteElsewhere(world, creator, guest) : world.runtime.newId()
  const plaza = await world.call(createSpace, agents[1]!, { handle: 'plaza', name: 'Plaza' })
  await world.call(joinSpace, agents[2]!, { space_handle: 'plaza' })
  const rooms: Room[] = []
  for (const handle of ROOMS) rooms.push(await (isHaunted ? furnish(world, handle, agents) : nowhere(world)))
  const inSpaces = [plaza.id as string, ...rooms.map(({ id }) => id)].slice(0, 4)
  const values: Cast['values'] = {
    ...{ ...valuesOf(agents, posts, hidden), ...invitationValues(hidden, invitation) },
    ...{ space_handle: ['hall', 'cellar', 'plaza', ...ROOMS.slice(0, 3), ...inSpaces], space_id: inSpaces },
    ...{ member_id: [agents[2]!.agent_id, ...rooms.slice(0, 3).map(({ member_id }) => member_id)] },
    ...{ name: ['A name'], can_post: [false], topic: ['secrets'], joined: [true, false] },
  }
  await answerMessages(world, agents, isHaunted)
  for (const job of [popularityJob, hashtagsJob, trustJob, presenceJob]) {
    while ((await job.run(jobContext(world.runtime, job.name))).more);
  }
  values.service_id = await declare(world, agents, isHaunted)
  const within = rooms.slice(0, 3)
  values.post_id = [...values.post_id!, ...within.map(({ post_id }) => post_id)]
  values.comment_id = [...values.comment_id!, ...within.map(({ comment_id }) => comment_id)]
  values.query = [...values.query!, 'secrets', 'plaza']
  return { world, outsider, values, indoors: within.flatMap(one => [one.post_id, one.comment_id]) }
}

/** Dora answers messages hours later; some are by an agent that is hidden. */
async function answerMessages(world: TestWorld, agents: AgentActor[], isHaunted: boolean): Promise<void> {
  const [, , , dora, eve] = agents as [AgentActor, AgentActor, AgentActor, AgentActor, AgentActor]
  const converse = async (other: AgentActor) => {
    for (let n = 0; n < 6; n++) {
      await world.call(sendDm, other, { recipient_handle: dora.handle, content: `question ${n}` })
      await world.call(sendDm, dora, { recipient_handle: other.handle, content: `answer ${n}` })
    }
  }
  await converse(eve)
  if (isHaunted) {
    const ghost = await world.agent('ghost-who-asked')
    await converse(ghost)
    await makePrivate(world.runtime, ghost.agent_id)
    await world.db.many(SQL`
      update message m set created_at = m.created_at + m.seq * interval '3 hours' from conversation c
      where c.id = m.conversation_id and ${ghost.agent_id} in (c.agent_id, c.partner_id)`)
  }
  for (const { agent_id } of agents) world.runtime.presence.note(agent_id, true)
  await world.runtime.presence.flush()
}

interface Room {
  id: string
  member_id: string
  post_id: string
  comment_id: string
}

const nowhere = async ({ runtime: { newId } }: TestWorld): Promise<Room> => ({
  ...{ id: newId(), member_id: newId(), post_id: newId(), comment_id: newId() },
})

const KINDS = ['draft', 'gated', 'paused', 'retired'] as const

/** Services that others may use and nobody else may know of; carl has a grant for the gated one. */
async function declare(world: TestWorld, [, bob, carl]: AgentActor[], isHaunted: boolean): Promise<string[]> {
  if (!isHaunted) return KINDS.map(() => world.runtime.newId())
  const ids: string[] = []
  for (const kind of KINDS) {
    const visibility = kind === 'gated' ? 'gated' : 'public'
    const { id: service_id } = await world.call(createService, bob!, { handle: kind, name: 'Secrets', visibility })
    if (kind !== 'draft') await world.call(transitionService, bob!, { service_id, to: 'active' })
    if (kind === 'gated') await world.call(grantServiceAccess, bob!, { service_id, agent: carl!.agent_id })
    else if (kind !== 'draft') await world.call(transitionService, bob!, { service_id, to: kind })
    ids.push(service_id)
  }
  return ids
}

/** A private space with content by its members, and a service for others. */
async function furnish(world: TestWorld, handle: string, [, bob, carl]: AgentActor[]): Promise<Room> {
  const words = { name: 'Secrets', topic_tags: ['secrets', 'music'], show_in_global_feed: true }
  const { id } = await world.call(createSpace, bob!, { handle, visibility: 'private', ...words })
  const member_id = world.runtime.newId()
  await world.db.many(SQL`
    insert into space_member (space_id, agent_id, id, role, joined_at)
    values (${id}, ${carl!.agent_id}, ${member_id}, 'member', now())`)
  const spacePost = await world.call(postInSpace, bob!, {
    space_handle: handle,
    content: 'Secrets for @ann #shared #secrets',
  })
  await world.call(reactToPost, carl!, { post_id: spacePost.id })
  const below = await world.call(commentOnPost, carl!, { post_id: spacePost.id, content: 'More secrets, @ann' })
  await offerTestService(world, bob!, { name: 'secrets', category: 'ghosts', visibility: 'gated' })
  return { id, member_id, post_id: spacePost.id, comment_id: below.id }
}

/** Invites to a private space that the outsider does not know. */
async function inviteElsewhere(world: TestWorld, creator: AgentActor, guest: AgentActor): Promise<string> {
  await world.call(createSpace, creator, { handle: 'cellar', name: 'Cellar', visibility: 'private' })
  return (await world.call(inviteToSpace, creator, { space_handle: 'cellar', invitee_handle: guest.handle })).id
}

const invitationValues = (hidden: { agents: string[]; handles: string[] }, invitation: string) => ({
  invitation_id: [invitation],
  space_handle: ['hall', 'cellar'],
  invitee_handle: [...SEEN, ...hidden.handles.slice(0, 4)],
  invitee_id: hidden.agents.slice(0, 4),
  invitee_type: ['agent', 'human'],
  invitee_email: ['ghost-0@people.test'],
  action: ['accept', 'decline'],
})

/** A private agent, and its actions. */
async function haunt(world: TestWorld, handle: string, done: Done[]): Promise<string> {
  const ghost = await world.privateAgent(handle)
  done.push(await perform(world, ghost, 'ghosts'))
  for (const seen of SEEN) await world.call(blockAgent, ghost, { target_handle: seen })
  const { owner_user_id } = await world.call(getAgentProfile, ghost)
  await world.call(sendDmToUser, ghost, { user_id: owner_user_id, content: 'On ghosts' })
  return ghost.agent_id
}

function valuesOf(
  agents: AgentActor[],
  posts: Done[],
  hidden: { agents: string[]; handles: string[]; posts: Done[] },
): Record<string, unknown[]> {
  const ids = [...agents.map(one => one.agent_id), ...hidden.agents.slice(0, 4)]
  const handles = [...SEEN, ...hidden.handles.slice(0, 4)]
  const references = [...handles, ...ids]
  return {
    handle: references,
    identifier: references,
    target_handle: references,
    recipient_handle: references,
    user_id: hidden.agents.slice(0, 2),
    agent_id: ids,
    blocked_agent_id: ids,
    post_id: [...posts, ...hidden.posts.slice(0, 8)].map(one => one.id),
    comment_id: [...posts, ...hidden.posts.slice(0, 8)].map(one => one.comment_id),
    offer_revision_id: [...posts, ...hidden.posts.slice(0, 8)].map(one => one.offer_id),
    entitlement_id: hidden.posts.slice(0, 2).map(one => one.id),
    q: ['ghosts', 'music', 'on -music', 'secrets'],
    provider: references,
    skill_tag: ['ghosts', 'music'],
    reaction_type: ['like', 'disagree'],
    content: ['a word on it', 'for @ghost-1 and @bob'],
    category: ['spam', 'ghosts', 'music'],
    note: ['x'],
    to: ['active'],
    agent: references.slice(0, 2),
    model: ['free'],
    query: ['ghost', 'agent', 'a', 'ann', 'ghosts music', ...hidden.handles.slice(0, 2)],
    tag: ['shared', 'ghosts'],
    interest: ['music', 'ghosts'],
    kind: ['agents', 'hashtags', 'spaces'],
    page: [1, 2],
    horizon_pct: [0, 100],
    lane: ['home', 'horizon'],
    sort: ['newest', 'oldest', 'top', 'trending', 'active', 'members'],
    limit: [1, 3, 100],
  }
}

/** The required inputs only, and then each other value of each input. */
function inputsOf({ input }: Pick<Tool, 'input'>, values: Record<string, unknown[]>): object[] {
  const names = Object.keys(input.shape).filter(name => name in values)
  const needed = names.filter(name => !input.shape[name]!.safeParse(undefined).success)
  const bare = Object.fromEntries(needed.map(name => [name, values[name]![0]]))
  return [bare, ...names.flatMap(name => values[name]!.map(value => ({ ...bare, [name]: value })))]
}

async function transcript({ world, outsider, values, indoors }: Cast): Promise<string[]> {
  const mask = masking()
  const lines: string[] = []
  const codes = values.post_id!.map(id => permalinkCode(String(id)))
  for (const one of TOOLS.filter(({ name }) => !NOT_ASKED.includes(name))) {
    for (const input of inputsOf(one, values)) {
      if (REACTING.includes(one.name) && Object.values(input).some(value => indoors.includes(value))) continue
      lines.push(`${one.name} ${mask(input)} ${mask(await transcribe(world, one, outsider, input))}`)
    }
  }
  for (const one of [...PUBLIC_PAGE_QUERIES, ...TOOLS.filter(({ allowsAnonymous }) => allowsAnonymous)]) {
    for (const input of inputsOf(one, { ...values, of: ['agents', 'spaces', 'posts'], part: [1, 2], code: codes })) {
      lines.push(
        `looking: ${one.name} ${'code' in input ? '' : mask(input)} ${mask(await transcribe(world, one, ANONYMOUS, input))}`,
      )
    }
  }
  for (const handle of values.handle!) {
    const answer = await transcribe(world, listAgentServices, { kind: 'anyone' }, { handle })
    lines.push(`${listAgentServices.name} ${mask(handle)} ${mask(answer)}`)
  }
  return lines
}

const NOT_ASKED = FAMILIES.flatMap(({ skipTwinRun = [] }) => skipTwinRun)
const REACTING = FAMILIES.flatMap(({ revealsExistence = [] }) => revealsExistence)

test('an outsider gets the same responses in two worlds, one of which has twenty hidden agents and ten private spaces', async t => {
  const without = await transcript(await populate(plain(), false))
  const within = await transcript(await populate(haunted(), true))
  t.true(without.length >= 300, `${without.length} requests`)
  for (const [index, line] of without.entries()) t.is(within[index], line)
  t.is(within.length, without.length)
  t.true(without.some(line => line.includes('"median_seconds":60')))
})
