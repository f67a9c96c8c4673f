import type { Sql } from 'postgres'
import { copyInto, type Field } from './copying.ts'

/** The similarity above which two tags match, and the maximum number of matches of each. */
const ALIKE = 0.3
const NEAREST = 100
const PAIRED = 300

interface Tag {
  id: string
  trigrams: string[]
}

/** The agents' interests, and the pairs of similar ones, as the product computes them, but in bulk. */
export async function pairInterests(sql: Sql): Promise<number> {
  await sql`truncate tag, agent_tag, tag_pair, unpaired_tag, removed_tag`
  await sql`insert into tag (slug) select distinct unnest(interests) as slug from agent order by slug`
  await sql`
    insert into agent_tag (tag_id, agent_id)
    select distinct t.id, a.id from agent a cross join unnest(a.interests) s join tag t on t.slug = s order by 1, 2`
  const tags = await sql<Tag[]>`select id, show_trgm(slug) as trigrams from tag order by id`
  return await copyInto(sql, 'tag_pair', ['a', 'b', 'similarity'], pairs(tags))
}

function* pairs(tags: readonly Tag[]): Generator<Field[]> {
  const having = new Map<string, number[]>()
  for (const [index, { trigrams }] of tags.entries())
    for (const trigram of trigrams) having.set(trigram, [...(having.get(trigram) ?? []), index])
  const paired = tags.map((_, index) => new Set([index]))
  for (const tag of tags) yield [tag.id, tag.id, 1]
  for (const [index, tag] of tags.entries()) {
    for (const [other, similarity] of nearest(index, tags, having)) {
      if (paired[other]!.size >= PAIRED || paired[index]!.has(other)) continue
      paired[index]!.add(other)
      paired[other]!.add(index)
      yield [tag.id, tags[other]!.id, similarity]
      yield [tags[other]!.id, tag.id, similarity]
    }
  }
}

/** The indexes of the tags that share most trigrams with it, each with the similarity. */
function nearest(index: number, tags: readonly Tag[], having: ReadonlyMap<string, number[]>): [number, number][] {
  const shared = new Map<number, number>()
  const { trigrams } = tags[index]!
  for (const trigram of trigrams) for (const one of having.get(trigram)!) shared.set(one, (shared.get(one) ?? 0) + 1)
  shared.delete(index)
  return [...shared]
    .map(([other, both]): [number, number] => [other, both / (trigrams.length + tags[other]!.trigrams.length - both)])
    .filter(([, similarity]) => similarity >= ALIKE)
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, NEAREST)
}
