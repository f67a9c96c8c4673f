import { z } from 'zod'
import { timestamp } from '../../tools/core/schemas.ts'
import type { Command } from './cli-command.ts'
import { SHELLS } from './completion.ts'
import { pairs } from './text-layout.ts'

type Presentation = Pick<Command, 'format' | 'hasProblem'>

function systemCommand(
  name: string,
  reported: Omit<Command['tool'], 'name'>,
  positional: readonly string[] = [],
  more: Presentation = {},
): Command {
  return Object.freeze({
    name,
    tool: { name: name.replaceAll(' ', '_'), ...reported },
    positional,
    topic: 'Installation',
    ...more,
  })
}

const held = { tables: z.int(), rows: z.int(), taken_at: timestamp, schema: z.string().nullable() }

const finding = z.object({ check: z.string(), state: z.enum(['ok', 'change', 'unknown']), reported: z.string() })

/** The result of one check, in one line: ok, a required change, or unknown. */
export type DoctorFinding = z.output<typeof finding>

const MARK = { ok: 'ok', change: 'CHANGE', unknown: '-' }

/** Commands for the installation as a whole, which may run without a usable database, and are therefore not tools. */
export const SYSTEM_COMMANDS: readonly Command[] = [
  systemCommand(
    'doctor',
    {
      description: 'Check this deployment, including from outside, and print one line for each problem to fix.',
      effect: 'read',
      input: z.object({}),
      output: z.object({ findings: z.array(finding) }),
    },
    [],
    {
      format: ({ findings }: { findings: DoctorFinding[] }, columns) =>
        pairs(
          findings.map(({ check, state, reported }) => [MARK[state], `${check}: ${reported}`]),
          columns,
        )
          .map(line => line.replace(/^ {2}/, ''))
          .join('\n'),
      hasProblem: ({ findings }: { findings: DoctorFinding[] }) => findings.some(({ state }) => state === 'change'),
    },
  ),
  systemCommand(
    'backup',
    {
      description: 'Back up the database to a new file while servers run. SECRET_KEY is not included.',
      effect: 'read',
      input: z.object({
        file: z.string(),
        recipient: z
          .string()
          .optional()
          .describe('public X25519 key in PEM, as @FILE: only its private key can restore the backup'),
        quiet: z.boolean().default(false).describe('show no progress'),
      }),
      output: z.object({
        file: z.string(),
        bytes: z.int(),
        sha256: z.string(),
        encrypted: z.boolean(),
        ...held,
        secret_key_id: z.string().nullable(),
      }),
    },
    ['file'],
  ),
  systemCommand(
    'restore',
    {
      description: 'Restore a backup into an empty database: the one at DATABASE_URL, or a new one in DATA_DIR.',
      effect: 'write',
      input: z.object({
        file: z.string(),
        key: z.string().optional().describe('private X25519 key in PEM, as @FILE, of an encrypted backup'),
        check: z.boolean().default(false).describe('read and verify the whole file without a database'),
        quiet: z.boolean().default(false).describe('show no progress'),
      }),
      output: z.object({ ...held, secret_key_id: z.string().nullable(), secret_key: z.string() }),
    },
    ['file'],
  ),
  systemCommand(
    'export',
    {
      description:
        'Export all data of an agent, or about a person, to a new file: JSON lines, each with a table and a row.',
      effect: 'read',
      input: z.object({
        kind: z.enum(['agent', 'person']),
        subject: z.string().describe('id or @handle of an agent, id or email address of a person'),
        file: z.string(),
      }),
      output: z.object({ file: z.string(), rows: z.int() }),
    },
    ['kind', 'subject', 'file'],
  ),
  systemCommand('discard-upgraded', {
    description: 'Delete the old versions that upgrades of the embedded PostgreSQL left in DATA_DIR.',
    effect: 'destructive',
    input: z.object({}),
    output: z.object({ discarded: z.array(z.string()) }),
  }),
  systemCommand(
    'web-push-key',
    {
      description: 'Print a new key for WEB_PUSH_KEY, which enables push notifications to browsers.',
      effect: 'read',
      input: z.object({}),
      output: z.object({ web_push_key: z.string() }),
    },
    [],
    { format: ({ web_push_key }: { web_push_key: string }) => web_push_key },
  ),
  systemCommand(
    'completion',
    {
      description: 'Print a completion script for the start-up file of a shell.',
      effect: 'read',
      input: z.object({ shell: z.enum(SHELLS) }),
      output: z.object({ script: z.string() }),
    },
    ['shell'],
    { format: ({ script }: { script: string }) => script },
  ),
]
