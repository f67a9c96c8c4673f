import { SQL } from 'sql-template-strings'
import type { BatchStatement } from '../db/batch.ts'
import { type Columns, rowsOf, valuesOf, withFixedText } from '../db/row-values.ts'
import { LAST_MESSAGE_AT } from '../dms/conversations.ts'
import { LAST_MENTION_AT } from './unread-mentions.ts'
import { UNREAD_COLUMNS, type UnreadColumns } from './unread-summary.ts'

export interface SummaryRequest {
  viewer: string
  now: string
}

export interface Summary extends UnreadColumns {
  last_mention_at: string | null
  last_message_at: string | null
}

const REQUEST: Columns<SummaryRequest> = { viewer: 'uuid[]', now: 'timestamptz[]' }

const find = withFixedText(
  SQL`with r as materialized (select i.* from `.append(rowsOf(REQUEST)).append(`)
    select w.*, ${LAST_MENTION_AT} as last_mention_at, ${LAST_MESSAGE_AT} as last_message_at
    from r ${UNREAD_COLUMNS} order by r.ordinal`),
)

export const findSummaries: BatchStatement<SummaryRequest, Summary> = {
  name: 'find_summaries',
  max: 16,
  parallel: 3,
  run: (db, requests) => db.many<Summary>(find(valuesOf(requests, REQUEST))),
}
