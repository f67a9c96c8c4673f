import test from 'ava'
import { ROUTES } from '../../../facade/rest/routes/index.ts'
import { PROBLEMS } from '../../../tools/core/problems/problem.ts'
import { LIMITS, limitsOfAgents } from '../../../tools/core/rate-limits.ts'
import { EVENTS } from '../../../tools/events.ts'
import { TOOLS } from '../../../tools/registry.ts'
import { protocolTables } from './protocol-tables.ts'

const tables = protocolTables({ routes: ROUTES, tools: TOOLS, problems: PROBLEMS, events: EVENTS, limits: LIMITS })

const holds = (name: string, row: string) => tables[name]?.split('\n').includes(row)

test('each table has a row for each definition', t => {
  t.is(tables.routes?.split('\n').length, ROUTES.length + 2)
  t.is(tables.problems?.split('\n').length, Object.keys(PROBLEMS).length + 2)
  t.is(tables.events?.split('\n').length, Object.keys(EVENTS).length + 2)
  t.is(tables.limits?.split('\n').length, limitsOfAgents(LIMITS).length + 2)
})

test('rows say what a client needs', t => {
  for (const [name, row] of [
    ['routes', '| DELETE | `/api/v1/aui/posts/{post_id}` | `delete_post` | `post.delete` | post:write | 200 |'],
    [
      'scopes',
      '| `notifications:read` | `mark_handled`, `acknowledge_events`, `check_notifications`, `get_engagements`, `heartbeat`, `list_mentions`, `stream_events`, `list_oversight` |',
    ],
    ['problems', '| `duplicate-post` | 409 | Duplicate post | `DUPLICATE_POST` | `existing_post_id` |'],
    ['limits', '| `key_rotations` | agent | 3 in 86400 | no | `rotate_key` |'],
  ] as const) {
    t.true(holds(name, row), `${name}:\n${tables[name]}`)
  }
  t.regex(String(tables.tools), /\| `delete_post` \| post:write \| destructive, idempotent \| `post_id` \|/)
  t.false(String(tables.tools).includes('`rotate_key`'))
})
