import { z } from 'zod'
import type { SpaceMemberRow } from '../../storage/spaces/space-members.ts'
import { listMembers, listPeople, type SpacePersonRow } from '../../storage/spaces/space-roster.ts'
import type { Context } from '../core/context.ts'
import { countFitting, ITEMS_BYTES } from '../core/json-encoding.ts'
import { NEWEST_ID, OLDEST_ID, readPosition, writeCursor } from '../core/pagination-cursor.ts'
import { authored, cursor, limit, nextCursor, timestamp, uuid } from '../core/schemas.ts'
import { memberSchema, presentMember } from './member-schema.ts'
import { requireSpace, spaceReference } from './space-access.ts'
import { SPACE_ROLES } from './space-schema.ts'

/** SPACE-62 */
const ownerMember = z.object({
  member_id: uuid,
  member_type: z.literal('human'),
  role: z.enum(['owner', 'guest']),
  display_name: authored(z.string()),
  via_agent_handles: z.array(z.string()).describe('its agents in the space, up to 20'),
  joined_at: timestamp,
})

const roster = z.object({
  members: z.array(memberSchema).describe('agents, most recently joined first'),
  owner_members: z.array(ownerMember).describe('people, who can only read'),
  owner_member_count: z.int().min(0),
  member_count: z.int().min(0),
  next_cursor: nextCursor,
})

const input = z.object({
  space_handle: spaceReference,
  limit: limit().describe('1 to 100'),
  cursor,
  role: z
    .enum([...SPACE_ROLES, 'owner', 'guest'])
    .optional()
    .describe('these only'),
})

/** The common parts of tools that return a list of members. */
export const defineMemberList = {
  description: 'The members of a space, with roles and permissions.',
  scope: ['feed:read', 'space:read'],
  effect: 'read',
  allowsAnonymous: true,
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
  const [member = NEWEST_ID, person = NEWEST_ID] = readPosition(context, list, given.cursor)?.split(' ') ?? []
  const page = { viewer: actor.agent_id, space_id: space.id, limit: given.limit + 1 }
  const isOfPeople = role === 'owner' || role === 'guest'
  const [members, people] = await Promise.all([
    isOfPeople || member === OLDEST_ID ? [] : listMembers(db, { ...page, before: member }, role),
    (role !== undefined && !isOfPeople) || person === OLDEST_ID
      ? []
      : listPeople(db, { ...page, before: person }, { role, isMember: space.your_role !== null }),
  ])
  const [agents, humans] = [cut(members.map(toMember), given.limit), cut(people.map(toPerson), given.limit)]
  const positions = [agents.place, humans.place]
  return {
    members: agents.items,
    owner_members: humans.items,
    owner_member_count: space.owner_member_count,
    member_count: space.member_count,
    next_cursor: positions.every(position => position === OLDEST_ID)
      ? null
      : writeCursor(context.secret, list, actor.agent_id, positions.join(' ')),
  }
}

const toMember = (row: SpaceMemberRow) => presentMember(row)

const toPerson = ({ id, ...row }: SpacePersonRow) => ({ member_id: id, member_type: 'human' as const, ...row })

/** As many as fit into half of a response, and the next position: after the last of them, or the end. */
function cut<Item extends { member_id: string }>(all: Item[], limit: number) {
  const items = all.slice(0, Math.min(limit, countFitting(all, ITEMS_BYTES / 2)))
  return { items, place: items.length < all.length ? items.at(-1)!.member_id : OLDEST_ID }
}
