import { z } from 'zod'
import { findDecidedApprovals, findRequestedApprovals } from '../../storage/questions/approvals.ts'
import { defineSessionTool } from '../core/define-tool.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { decision } from './decide-approval.ts'

const REQUESTED = 50
const DECIDED = 20

const approval = z.object({
  question_id: uuid,
  agent_handle: z.string(),
  content_type: z.string(),
  content: authored(z.string()),
  asked_at: timestamp,
  closes_at: timestamp,
  held_tool: z.string().nullable().describe('of the call that is done once it is approved'),
  held_outcome: z.string().nullable(),
})

export const listApprovals = defineSessionTool({
  name: 'list_approvals',
  description: "What a person's agents ask them to approve, the first to close in front, and what they decided.",
  effect: 'read',
  input: z.object({}),
  output: z.object({
    requested: z.array(approval),
    decided: z.array(approval.extend({ decision, decided_at: timestamp })).describe('newest first'),
  }),
  problems: [],
  async handler(_, { db, now, actor: { user_id } }) {
    const [requested, decided] = await Promise.all([
      findRequestedApprovals(db, user_id, now, REQUESTED),
      findDecidedApprovals(db, user_id, DECIDED),
    ])
    return { requested, decided }
  },
})
