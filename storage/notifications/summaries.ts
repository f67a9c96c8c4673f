import { SQL } from 'sql-template-strings'
import type { BatchStatement } from '../db/batch.ts'
import { type Columns, rowsOf, valuesOf, withFixedText } from '../db/rows.ts'
import { LAST_MESSAGE_AT } from '../dms/conversations.ts'
import { LAST_MENTION_AT } from './mentions.ts'
import { WAITING, type Waiting } from './news.ts'

export interface SummaryRequest {
  viewer: string
  now: string
}

export interface Summary extends Waiting {
  last_mention_at: string | null
  last_message_at: string | null
}

const REQUEST: Columns<SummaryRequest> = { viewer: 'uuid[]', now: 'timestamptz[]' }

const find = withFixedText(
  SQL`with r as materialized (select i.* from `.append(rowsOf(REQUEST)).append(`)
    select w.*, ${LAST_MENTION_AT} as last_mention_at, ${LAST_MESSAGE_AT} as last_message_at
    from r ${WAITING} order by r.place`),
)

export const findSummaries: BatchStatement<SummaryRequest, Summary> = {
  name: 'find_summaries',
  max: 16,
  parallel: 3,
  run: (db, requests) => db.many<Summary>(find(valuesOf(requests, REQUEST))),
}
