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
]
