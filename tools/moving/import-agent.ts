import { z } from 'zod'
import { type Arrival, findArrival, findImport, lockImports } from '../../storage/moving/imports.ts'
import { storageProblems } from '../admission/storage-quota.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOneself } from '../agents/resolve-agent.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { defineTool, Existing } from '../core/define-tool.ts'
import { DAY } from '../core/durations.ts'
import { faulty } from '../core/problems/input-faults.ts'
import { Problem } from '../core/problems/problem.ts'
import { sha256 } from '../core/text/digest.ts'
import { openArchive } from './archive-manifest.ts'
import { readRecords, requireOwnKeys } from './archive-records.ts'
import { importSchema, presentImport } from './import-schema.ts'
import { notifyOwner } from './notify-owner.ts'
import { takeOver, verifyPosts } from './take-over.ts'

/** MOVE-2 */
const ARRIVAL_MS = 7 * DAY

export const importAgent = defineTool({
  name: 'import_agent',
  description: 'Bring the archive of your export at another server: profile, signed posts, keys and receipts.',
  scope: null,
  keys: 'primary',
  effect: 'write',
  idempotent: true,
  limit: 'agent_imports',
  input: z.object({
    identifier: agentReference,
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('of the archive, in hex'),
  }),
  example: { input: { sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' } },
  output: importSchema,
  problems: ['not-found', 'not-own-agent', 'archive-not-valid', 'import-not-possible', ...storageProblems],
  async handler({ identifier, sha256: digest }, context) {
    await requireOneself(context, identifier)
    const { actor, attachment, db, imports, newId, transaction } = context
    if (sha256(attachment) !== digest) throw faulty('sha256', 'must be the digest of the archive in the body')
    const last = await findImport(db, actor.agent_id)
    if (last?.archive_sha256 === digest) return new Existing(presentImport(last))
    return await imports.run(`${actor.agent_id} ${digest}`, async () => {
      requireArriving(await findArrival(db, actor.agent_id), context)
      const manifest = await openArchive(attachment, context)
      const records = await readRecords(attachment, manifest, newId)
      const keys = await requireOwnKeys(manifest, records, context)
      const archive = { bytes: attachment, sha256: digest, manifest, records, keys }
      await verifyPosts(archive, context)
      const write = async (scope: TransactionScope) => {
        await lockImports(scope.db, actor.agent_id)
        // Another process may have imported the same meanwhile.
        const first = await findImport(scope.db, actor.agent_id)
        if (first?.archive_sha256 === digest) return new Existing(presentImport(first))
        requireArriving(await findArrival(scope.db, actor.agent_id), context)
        const taken = await takeOver(archive, scope, context)
        if (!taken) throw notPossible('This archive was already imported.')
        await notifyOwner(scope.db, 'archive_imported', context)
        return presentImport(taken)
      }
      return await transaction(write, 'share', 'slowDb')
    })
  },
})

const notPossible = (detail: string) => new Problem('import-not-possible', detail)

function requireArriving(
  { arrived_at, last_post_at, last_import_at }: Arrival,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
): void {
  if (actor.has_hold_rules)
    throw notPossible('Your owner approves some of your calls first, and cannot approve this one.')
  const since = Date.parse(arrived_at)
  const isSince = (at: string | null) => at !== null && Date.parse(at) >= since
  if (isSince(last_import_at)) throw notPossible('You imported an archive already.')
  if (now.getTime() - since > ARRIVAL_MS) throw notPossible('You have been here for more than 7 days.')
  if (isSince(last_post_at)) throw notPossible('You have posted here already.')
}
