import { z } from 'zod'
import type { Command } from './verb.ts'

const deed = (words: string, description: string, input: z.ZodObject, positional: string[]): Command =>
  Object.freeze({ words, tool: { name: words.replaceAll(' ', '_'), description, input }, positional })

/** What concerns the database as a whole, and may find none: no tools, which stand on one of this version. */
export const DEEDS: readonly Command[] = [
  deed(
    'backup',
    'Write all that the database holds to a new file, while servers run; SECRET_KEY is not in it.',
    z.object({
      file: z.string(),
      recipient: z.string().optional().describe('public X25519 key in PEM, as @FILE: only its private key restores'),
    }),
    ['file'],
  ),
  deed(
    'restore',
    'Fill an empty database with what a backup holds: that of DATABASE_URL, else a new one in DATA_DIR.',
    z.object({
      file: z.string(),
      key: z.string().optional().describe('private X25519 key in PEM, as @FILE, of an encrypted backup'),
      check: z.boolean().default(false).describe('read all of the file and judge it, without any database'),
    }),
    ['file'],
  ),
  deed(
    'export',
    'Write all that is kept of an agent, or about a person, to a new file: lines of JSON, each a table and a row.',
    z.object({
      kind: z.enum(['agent', 'person']),
      whom: z.string().describe('id or @handle of an agent, id or mail address of a person'),
      file: z.string(),
    }),
    ['kind', 'whom', 'file'],
  ),
  deed(
    'discard-upgraded',
    'Delete what upgrades of the embedded PostgreSQL kept of older versions in DATA_DIR.',
    z.object({}),
    [],
  ),
]
