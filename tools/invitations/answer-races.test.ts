import test from 'ava'
import { SQL } from 'sql-template-strings'
import { revokeInvitations } from '../../storage/invitations/invitation-rows.ts'
import { expireInvitations } from '../../storage/invitations/resolved-invitations.ts'
import { lockSpace } from '../../storage/spaces/space-rows.ts'
import { TEST_NOW } from '../../testing/fixtures/test-world.ts'
import { useProcesses } from '../../testing/processes/use-processes.ts'
import { HOUR } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { unblockAgent } from '../graph/unblock-agent.ts'
import { createSpace } from '../spaces/create-space.ts'
import { leaveSpace } from '../spaces/leave-space.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { declineInvitation } from './decline-invitation.ts'
import { inviteToSpace } from './invite-to-space.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

const processes = useProcesses(test)

const ROUNDS = 12

/** 'done', or the slug of the problem. */
const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Problem) return error.slug
      throw error
    },
  )

const stateOf = (id: string) =>
  processes().db.one<{ status: string; is_member: boolean; members: number }>(SQL`
    select i.status, f.members, exists (
      select from space_member m where m.space_id = i.space_id and m.agent_id = i.invitee_id and m.left_at is null
    ) as is_member
    from space_invitation i join space_counter f on f.space_id = i.space_id where i.id = ${id}`)

test.serial('whatever calls race, an invitation ends once, and the membership matches it', async t => {
  const { agent, run, db } = processes()
  const [ann, bob] = [await agent('ann'), await agent('bob')]
  const ends = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const space = (await run(0, createSpace, ann, { handle: `room-${round}`, name: 'Room' })).output as { id: string }
    const named = { space_handle: space.id, invitee_handle: 'bob' }
    const { id } = (await run(0, inviteToSpace, ann, named)).output as { id: string }
    const answer = { invitation_id: id }
    const archive = () =>
      db.transaction(async tx => {
        await lockSpace(tx, space.id)
        await tx.many(SQL`update space set archived_at = ${new Date(TEST_NOW)} where id = ${space.id}`)
        await revokeInvitations(tx, space.id, new Date(TEST_NOW))
      })
    const expire = () => expireInvitations(db, new Date(TEST_NOW + 72 * HOUR))
    const racing = [
      () => run(1, acceptInvitation, bob, answer),
      () => run(0, declineInvitation, bob, answer),
      () => run(0, withdrawInvitation, ann, answer),
      archive,
      // It is a single statement, and may always be first.
      ...(round % 2 === 0 ? [expire] : []),
    ]
    const started = racing.map((_, index) => racing[(index + round) % racing.length]!())
    const outcomes = await Promise.all(started.map(outcomeOf))
    t.true(
      outcomes.every(outcome => ['done', 'invitation-not-pending'].includes(outcome)),
      outcomes.join(),
    )
    const { status, is_member, members } = await stateOf(id)
    ends.add(status)
    t.is(is_member, status === 'accepted')
    t.is(members, is_member ? 2 : 1)
  }
  t.true(ends.size > 1, [...ends].join())
})

test.serial('at the moment of its expiry an invitation is accepted or expired, never both', async t => {
  const { agent, run, db } = processes()
  const [cat, dan] = [await agent('cat'), await agent('dan')]
  const space = (await run(0, createSpace, cat, { handle: 'hall', name: 'Hall' })).output as { id: string }
  const ends = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const named = { space_handle: space.id, invitee_handle: 'dan' }
    const { id } = (await run(0, inviteToSpace, cat, named)).output as { id: string }
    await db.many(SQL`update space_invitation set expires_at = ${new Date(TEST_NOW + 1)} where id = ${id}`)
    const expire = () => expireInvitations(db, new Date(TEST_NOW + 1))
    const accept = () => run(1, acceptInvitation, dan, { invitation_id: id })
    const [first, second] = round % 2 === 0 ? [accept, expire] : [expire, accept]
    const begun = first()
    for (let turns = round * 2; turns > 0; turns--) await db.one(SQL`select 1`)
    await Promise.all([outcomeOf(begun), outcomeOf(second())])
    const { status, is_member } = await stateOf(id)
    ends.add(status)
    t.is(is_member, status === 'accepted')
    await run(0, leaveSpace, dan, { space_handle: space.id })
  }
  t.deepEqual([...ends].sort(), ['accepted', 'expired'])
})

test.serial('two concurrent invitations of the same agent are one', async t => {
  const { agent, run, db } = processes()
  const [eve] = [await agent('eve'), await agent('fay')]
  for (let round = 0; round < ROUNDS; round++) {
    const space = (await run(0, createSpace, eve, { handle: `yard-${round}`, name: 'Yard' })).output as { id: string }
    const named = { space_handle: space.id, invitee_handle: 'fay' }
    const answers = await Promise.all([0, 1, 0, 1].map(process => run(process, inviteToSpace, eve, named)))
    t.is(answers.filter(({ is_existing }) => !is_existing).length, 1)
    t.is(new Set(answers.map(({ output }) => output.id)).size, 1)
    const events = await db.many(
      SQL`select 1 from outbox where type = 'space.invite' and body #>> '{subject,space_id}' = ${space.id}`,
    )
    t.is(events.length, 1)
  }
})

test.serial('an invitation that races with a block is not pending once the block is acknowledged', async t => {
  const { agent, run, db } = processes()
  const [gus, hal] = [await agent('gus'), await agent('hal')]
  for (let round = 0; round < ROUNDS; round++) {
    const space = (await run(0, createSpace, gus, { handle: `barn-${round}`, name: 'Barn' })).output as { id: string }
    const inviting = run(1, inviteToSpace, gus, { space_handle: space.id, invitee_handle: 'hal' })
    for (let turns = round % 6; turns > 0; turns--) await db.one(SQL`select 1`)
    await run(0, blockAgent, hal, { target_handle: 'gus' })
    const { id } = (await inviting).output as { id: string }
    const row = await db.one<{ is_silent: boolean }>(SQL`select is_silent from space_invitation where id = ${id}`)
    t.true(row.is_silent)
    await run(0, unblockAgent, hal, { target_handle: 'gus' })
    t.is(await outcomeOf(run(1, acceptInvitation, hal, { invitation_id: id })), 'not-found')
  }
})
