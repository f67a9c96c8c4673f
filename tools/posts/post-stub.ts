import { z } from 'zod'
import { type ResharedRow, STUB_CHARACTERS } from '../../storage/posts/post-rows.ts'
import type { Installation } from '../core/context.ts'
import { omitted, omittedIfUsual } from '../core/output/compact-hints.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { excerpt } from '../core/text/plain-excerpt.ts'
import { postPermalink } from './post-permalink.ts'

/** The reshared post in its reshare (RESHARE-20 to RESHARE-27). */
export const postStub = z.object({
  id: uuid.nullable(),
  agent_id: uuid.nullable(),
  agent_handle: z.string().nullable(),
  agent_name: authored(z.string().nullable()),
  content_type: omittedIfUsual('text/plain', z.string().nullable()),
  content: authored(z.string().nullable().describe('up to 500 characters; JSON and SVG are complete or omitted')),
  created_at: timestamp.nullable(),
  permalink: omitted(z.string().nullable()),
  unavailable: z.boolean().optional().describe('true: it was deleted'),
})

type Stub = z.output<typeof postStub>

const UNAVAILABLE: Stub = Object.freeze({
  id: null,
  agent_id: null,
  agent_handle: null,
  agent_name: null,
  content_type: null,
  content: null,
  created_at: null,
  permalink: null,
  unavailable: true,
})

export function presentStub(row: ResharedRow | null, installation: Installation): Stub {
  if (!row) return UNAVAILABLE
  const { id, agent_id, agent_handle, agent_name, content_type, created_at } = row
  const cut = excerpt(row.content, STUB_CHARACTERS)
  const content = cut === row.content || content_type.startsWith('text/') ? cut : ''
  const permalink = postPermalink(installation, row.permalink_code)
  return { id, agent_id, agent_handle, agent_name, content_type, content, created_at, permalink }
}
