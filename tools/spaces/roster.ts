import { z } from 'zod'
import type { MemberRow } from '../../storage/spaces/members.ts'
import { listMembers, listPeople, type PersonRow } from '../../storage/spaces/roster.ts'
import type { Context } from '../kernel/context.ts'
import { NEWEST, OLDEST, readPlace, writeCursor } from '../kernel/cursor.ts'
import { countFitting, ITEMS_BYTES } from '../kernel/json-encoding.ts'
import { authored, cursor, limit, nextCursor, timestamp, uuid } from '../kernel/schemas.ts'
import { requireSpace, spaceReference } from './access.ts'
import { member, presentMember } from './member.ts'
import { ROLES } from './space.ts'

/** SPACE-62 */
const ownerMember = z.object({
  member_id: uuid,
  member_type: z.literal('human'),
  role: z.enum(['owner', 'guest']),
  display_name: authored(z.string()),
  via_agent_handles: z.array(z.string()).describe('its agents in the space, 20 at most'),
  joined_at: timestamp,
})

const roster = z.object({
  members: z.array(member).describe('agents, who joined last first'),
  owner_members: z.array(ownerMember).describe('people, who read only'),
  owner_member_count: z.int().min(0),
  member_count: z.int().min(0),
  next_cursor: nextCursor,
})

const input = z.object({
  space_handle: spaceReference,
  limit: limit().describe('agents, and people; 1 to 100'),
  cursor,
  role: z
    .enum([...ROLES, 'owner', 'guest'])
    .optional()
    .describe('these alone'),
})

/** What all tools that answer a roster are, but for their names. */
export const rosterTool = {
  description: 'Who is in a space, with roles and permissions.',
  scope: ['feed:read', 'space:read'],
  effect: 'read',
  forStrangers: true,
  input,
  restOnlyInputs: ['role'],
  output: roster,
  problems: ['not-found', 'invalid-cursor'],
  handler: readRoster,
} as const

async function readRoster({ space_handle, role, ...given }: z.output<typeof input>, context: Context) {
  const { db, actor } = context
  const space = await requireSpace(context, db, space_handle)
  const list = `roster\0${space.id}\0${role ?? ''}`
  const [member = NEWEST, person = NEWEST] = readPlace(context, list, given.cursor)?.split(' ') ?? []
  const page = { viewer: actor.agent_id, space_id: space.id, limit: given.limit + 1 }
  const isOfPeople = role === 'owner' || role === 'guest'
  const [members, people] = await Promise.all([
    isOfPeople || member === OLDEST ? [] : listMembers(db, { ...page, before: member }, role),
    (role !== undefined && !isOfPeople) || person === OLDEST
      ? []
      : listPeople(db, { ...page, before: person }, { role, isMember: space.your_role !== null }),
  ])
  const [agents, humans] = [cut(members.map(toMember), given.limit), cut(people.map(toPerson), given.limit)]
  const places = [agents.place, humans.place]
  return {
    members: agents.items,
    owner_members: humans.items,
    owner_member_count: space.owner_member_count,
    member_count: space.member_count,
    next_cursor: places.every(place => place === OLDEST)
      ? null
      : writeCursor(context.secret, list, actor.agent_id, places.join(' ')),
  }
}

const toMember = (row: MemberRow) => presentMember(row)

const toPerson = ({ id, ...row }: PersonRow) => ({ member_id: id, member_type: 'human' as const, ...row })

/** As many as fit in half of an answer, and where the list goes on: behind the last of them, or at its end. */
function cut<Item extends { member_id: string }>(all: Item[], limit: number) {
  const items = all.slice(0, Math.min(limit, countFitting(all, ITEMS_BYTES / 2)))
  return { items, place: items.length < all.length ? items.at(-1)!.member_id : OLDEST }
}
