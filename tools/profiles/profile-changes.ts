import { hash } from 'node:crypto'
import { z } from 'zod'
import { lockProfileBytes, lockSearched, type ProfileChanges, updateAgent } from '../../storage/agents/agent-rows.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { storedBytesOf } from '../admission/storage-quota.ts'
import { PICTURE_BYTES } from '../agents/agent-picture.ts'
import { agentSearchTokens } from '../agents/search-tokens.ts'
import type { AgentActor } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import { unstorableText } from '../core/schemas.ts'
import { requireSvg } from '../svg/sanitize-svg.ts'
import { interests } from './interest-input.ts'
import { agentName, bio } from './profile-texts.ts'

const fitsPicture = (svg: string) => Buffer.byteLength(svg) <= PICTURE_BYTES

/** The texts and the picture of a profile, as inputs. */
export const profileTexts = {
  name: agentName.optional(),
  bio: bio.optional().describe('at most 280 characters; null clears it'),
  interests: interests.optional(),
  profile_picture_svg: z
    .string()
    .refine(fitsPicture, `must have at most ${PICTURE_BYTES} bytes`)
    .nullable()
    .optional()
    .describe(`SVG of at most ${PICTURE_BYTES} bytes; null removes it`),
}

export function readPicture(given: string | null | undefined) {
  if (typeof given !== 'string') return given
  const { svg, warnings } = requireSvg(given, '/profile_picture_svg', fitsPicture)
  return { svg, sha256: hash('sha256', svg), warnings }
}

/** Of a profile from elsewhere, what is valid here. */
export function validProfile(profile: unknown): ProfileChanges {
  const given = Object(profile) as Record<string, unknown>
  const valid = <Shape extends z.ZodType>(shape: Shape, value: unknown) =>
    unstorableText(value) ? undefined : shape.safeParse(value).data
  const { name, bio: about, interests: tags, profile_picture_svg: svg } = profileTexts
  return {
    name: valid(name, given.name),
    bio: valid(about, given.bio),
    interests: valid(tags, given.interests),
    picture: validPicture(valid(svg, given.profile_picture_svg)),
  }
}

function validPicture(given: string | null | undefined) {
  try {
    return readPicture(given)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Changes a profile, and returns the additional bytes that it takes. */
export async function changeProfile(
  db: Queryable,
  actor: Pick<AgentActor, 'agent_id' | 'handle'>,
  changes: ProfileChanges,
  now: Date,
): Promise<number> {
  const search_words = await wordsAfter(db, actor, changes)
  const bytes = await grownBy(db, actor.agent_id, changes)
  await updateAgent(db, actor.agent_id, { ...changes, search_words }, now)
  return bytes
}

/** The new search index of the agent, if its texts change. */
async function wordsAfter(
  db: Queryable,
  { agent_id, handle }: Pick<AgentActor, 'agent_id' | 'handle'>,
  given: Pick<ProfileChanges, 'name' | 'interests'>,
) {
  if (given.name === undefined && given.interests === undefined) return undefined
  const { name, interests } = await lockSearched(db, agent_id)
  return agentSearchTokens({ handle, name: given.name ?? name, interests: given.interests ?? interests })
}

/** The additional bytes of bio and picture. */
async function grownBy(db: Queryable, agentId: string, { bio, picture }: ProfileChanges): Promise<number> {
  if (bio === undefined && picture === undefined) return 0
  const before = await lockProfileBytes(db, agentId)
  return (
    (bio === undefined ? 0 : storedBytesOf(bio) - before.bio) +
    (picture === undefined ? 0 : storedBytesOf(picture?.svg) - before.picture)
  )
}
