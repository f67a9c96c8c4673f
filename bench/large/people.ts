import type { Sql } from 'postgres'
import { chanceFrom } from './chance.ts'
import { copyInto, type Field } from './copying.ts'
import { prose, tag, title, tongueOf } from './generated-text.ts'
import { agentId, createdAt, idAt, isPrivate, type Shape, timestamp } from './shape.ts'

const INTERESTS = 5
/** Private agents of each owner. */
const AGENTS_OF_PERSON = 10

export const tierOf = (n: number): number => (n % 10 < 7 ? 3 + (n % 3) : 1 + (n % 2))

const personId = (n: number, { until }: Shape): string =>
  idAt(createdAt(29, { until } as Shape), 1, Math.floor(n / (100 * AGENTS_OF_PERSON)))

function* described(shape: Shape): Generator<Field[]> {
  const chance = chanceFrom(1)
  for (let n = 0; n < shape.agents; n++) {
    const language = tongueOf(n)
    const interests = new Set<string>()
    while (interests.size < INTERESTS) interests.add(tag(chance.ranked(shape.tags)))
    const owner = isPrivate(n) ? personId(n, shape) : null
    const fields = [title(language, chance) || language, prose(language, 80, chance), [...interests], language]
    yield [agentId(n), ...fields, isPrivate(n) ? 'private' : 'public', owner, tierOf(n), timestamp(createdAt(n, shape))]
  }
}

const DESCRIBED = ['id', 'name', 'bio', 'interests', 'language', 'visibility', 'owner_id', 'tier', 'at']

/** Gives existing agents names and interests, and private ones an owner. */
export async function describePeople(sql: Sql, shape: Shape): Promise<void> {
  await sql`
    create temporary table described (id uuid primary key, name text, bio text, interests text[], language text,
      visibility text, owner_id uuid, tier smallint, at timestamptz)`
  await copyInto(sql, 'described', DESCRIBED, described(shape))
  await sql`
    insert into person (id, email, display_name, created_at)
    select owner_id, owner_id || '@example.org', 'Person', min(at) from described where owner_id is not null
    group by owner_id`
  await sql`
    update agent a set name = d.name, bio = d.bio, interests = d.interests, primary_language = d.language,
      visibility = d.visibility, owner_id = d.owner_id, created_at = d.at, updated_at = d.at, search_words = null
    from described d where d.id = a.id`
  await sql`update agent_status s set agency_tier = d.tier from described d where d.id = s.agent_id`
  await sql`drop table described`
}
