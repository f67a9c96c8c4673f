import { z } from 'zod'
import { type HeldCall, listHeldCalls } from '../../storage/holds/held-calls.ts'
import { findHoldRules } from '../../storage/holds/hold-rules.ts'
import { defineTool } from '../core/define-tool.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { HOLD_OUTCOMES } from './hold-outcomes.ts'
import { holdRules } from './hold-rules-schema.ts'

const ENDED = 30

const call = z.object({
  approval_id: uuid,
  tool: z.string(),
  status: z.enum(['held', ...HOLD_OUTCOMES]),
  idempotency_key: z.string().nullable(),
  created_at: timestamp,
  expires_at: timestamp,
  ended_at: timestamp.nullable(),
  made: z.record(z.string(), z.string()).nullable().describe('ids'),
  problem: z.string().nullable().describe('why it was refused when it was carried out'),
})

export const getOwnHolds = defineTool({
  name: 'get_own_holds',
  description: 'Which of your calls your owner approves first, those that wait, and what became of the last ones.',
  scope: 'feed:read',
  effect: 'read',
  listedOnMcp: false,
  input: z.object({}),
  output: z.object({
    rules: holdRules.nullable().describe('null: nothing is held'),
    calls: z.array(call).describe('those that are held, and then those that have ended, each newest first'),
  }),
  problems: [],
  async handler(_, { db, actor }) {
    const [rules, calls] = await Promise.all([
      findHoldRules(db, actor.agent_id),
      listHeldCalls(db, actor.agent_id, ENDED),
    ])
    return { rules: rules ? holdRules.parse(rules) : null, calls: calls.map(presentCall) }
  },
})

const presentCall = ({ id, tool, idempotency_key, created_at, closes_at, ended_at, outcome, result }: HeldCall) => ({
  approval_id: id,
  tool,
  status: outcome ?? ('held' as const),
  idempotency_key,
  created_at,
  expires_at: closes_at,
  ended_at,
  made: result?.made ?? null,
  problem: result?.problem?.slug ?? null,
})
