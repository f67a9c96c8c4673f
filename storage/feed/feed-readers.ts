import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { withFixedText } from '../db/row-values.ts'
import { type Follows, followsIn, followsOf } from './followed-ids.ts'
import {
  idsIn,
  POST_DELTA,
  POST_DELTA_COLUMNS,
  type PostDeltaRow,
  type PostDeltas,
  postDeltaIn,
  type Snapshot,
  snapshotPredicate,
} from './post-delta.ts'

/** What the feed of an agent depends on. */
export interface ReaderRow {
  follows: Follows
  /** As its profile counts them. */
  following: number
  has_interests: boolean
  /** Whether it is in a block with anybody, in either direction. */
  has_blocks: boolean
  handle: string
  /** The interests that are similar to one of its own, by this threshold. */
  near: ReadonlySet<string>
  threshold: number
  /** The ids that all this depends on. */
  of: readonly string[]
}

export interface ReaderRequest {
  agent_id: string
  /** Minimum similarity of tags; 1 requires identical ones. */
  threshold: number
}

interface Row extends Pick<ReaderRow, 'following' | 'has_interests' | 'has_blocks' | 'handle'>, PostDeltaRow {
  follows: string | null
  near: string | null
  near_tags: string | null
}

/** Parameters: the snapshot after which changes are reported, and the readers. */
const statement = withFixedText(
  SQL`with `
    .append(POST_DELTA)
    .append(`
    select ${POST_DELTA_COLUMNS}, coalesce(a.handle, '') as handle, coalesce(a.interests <> '{}', false) as has_interests,
      (select true from block b where b.blocker_id = r.id limit 1) is not null
        or (select true from block b where b.blocked_id = r.id limit 1) is not null as has_blocks,
      coalesce(c.following, 0) as following, ${followsOf('r.id', 'coalesce(c.following, 0)')} as follows,
      (select string_agg(g.slug, ' ') from tags_near(r.id, r.threshold) n join tag g on g.id = n) as near,
      (select string_agg(near_tags_id(t.tag_id)::text, '') from agent_tag t where t.agent_id = r.id) as near_tags`)
    .append(SQL` from unnest(${'readers'}::uuid[], ${'thresholds'}::text[]::real[])
        with ordinality as r (id, threshold, ordinal)
    left join lateral (select a.handle, a.interests from agent a where a.id = r.id limit 1) a on true
    left join lateral (select c.following from follow_count c where c.agent_id = r.id limit 1) c on true
    order by r.ordinal`),
)

const newsAlone = withFixedText(
  SQL`with `.append(POST_DELTA).append(` select ${POST_DELTA_COLUMNS} from (select 1 as ordinal) r`),
)

export interface ReadersAndDelta extends PostDeltas {
  readers: ReaderRow[]
}

/** These agents, in order, and the changes, from one snapshot. */
export async function findReadersAndDelta(
  db: Queryable,
  readers: readonly ReaderRequest[],
  since: Snapshot | undefined,
): Promise<ReadersAndDelta> {
  const unseen = snapshotPredicate(since)
  if (readers.length === 0) return { readers: [], ...postDeltaIn(await db.one<PostDeltaRow>(newsAlone(unseen)), since) }
  const columns = [readers.map(({ agent_id }) => agent_id), readers.map(({ threshold }) => threshold)]
  const rows = await db.many<Row>(statement([...unseen, ...columns]))
  return { readers: rows.map((row, at) => readerOf(row, readers[at]!)), ...postDeltaIn(rows[0]!, since) }
}

function readerOf(row: Row, { agent_id, threshold }: ReaderRequest): ReaderRow {
  const { handle, has_interests, has_blocks, following, follows, near, near_tags } = row
  return {
    handle,
    has_interests,
    has_blocks,
    following,
    follows: followsIn(follows, following),
    near: new Set(near?.split(' ')),
    threshold,
    of: [agent_id, ...idsIn(near_tags ?? '')],
  }
}
