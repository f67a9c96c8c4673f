import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { useGenericPlans } from '../db/generic-plans.ts'

/** How many hashtags that share a half with one word are read. */
const CANDIDATES = 1_000
/** How many hashtags one transaction looks at. */
const BATCH = 1_000

/**
 * Hashtags that are as long as one of the words, or one character longer or shorter, and share its first or its second half,
 * up to the middle: whatever one typo changes is in the other half.
 */
export async function findHashtagsLike(db: Queryable, terms: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ word: string }>(SQL`
    with sought as (
      select s.word, char_length(s.word) + d.more as length, (char_length(s.word) + d.more - 1) / 2 as half
      from unnest(${terms}::text[]) s (word) cross join unnest(array[-1, 0, 1]) d (more)
    )
    select h.word from sought s cross join lateral (
      select h.word from hashtag_word h where char_length(h.word) = s.length
        and left(h.word, (char_length(h.word) - 1) / 2) = left(s.word, s.half) collate "C" limit ${CANDIDATES}) h
    union
    select h.word from sought s cross join lateral (
      select h.word from hashtag_word h where char_length(h.word) = s.length
        and right(h.word, (char_length(h.word) - 1) / 2) = right(s.word, s.half) collate "C" limit ${CANDIDATES}) h`)
  return rows.map(({ word }) => word)
}

/**
 * Deletes unused hashtags among the next ones after `after`, in a transaction of its own. Returns the last one it looked
 * at, or `undefined` at the end of the table. The job that indexes posts waits meanwhile; writing posts does not.
 */
export async function deleteUnusedHashtags(tx: Queryable, after: string): Promise<string | undefined> {
  await useGenericPlans(tx)
  await tx.script('lock table hashtag_word in share row exclusive mode')
  const { words } = await tx.one<{ words: string[] }>(SQL`
    select array(select word from hashtag_word where word > ${after} collate "C" order by word limit ${BATCH}) as words`)
  await tx.many(SQL`
    delete from hashtag_word h where h.word = any(${words}::text[]) and case
      when (select true from post_hashtag t where t.tag = h.word limit 1) then false
      -- Folding may have changed it, so that no post has it as it is written here.
      else (select true from post_search s where s.words @@ ('''#' || h.word || '''')::tsquery limit 1) is null end`)
  return words.length === BATCH ? words.at(-1) : undefined
}
