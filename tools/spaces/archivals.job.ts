import { type Archival, findMembersToNotify, moveArchival, takeArchival } from '../../storage/spaces/archivals.ts'
import type { TransactionScope } from '../core/context.ts'
import { causedByAgent } from '../core/define-event.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { processHead } from '../core/jobs/row-queue.ts'

/** Members notified per transaction. */
const SLICE = 1_000

/**
 * Notifies all members that their space was archived, in batches; continues where the previous run stopped (SPACE-57).
 */
export const archivalsJob: Job = {
  name: 'notify_archived_spaces',
  everyMs: 1_000,
  async run(work) {
    const more = await processHead(work, {
      name: 'notify_archived_spaces',
      take: takeArchival,
      idOf: ({ space_id }) => space_id,
      async process(scope, archival) {
        const members = await findMembersToNotify(scope.db, archival, SLICE)
        for (const member of members) if (member !== archival.creator_id) notifyMember(scope, member, archival)
        await moveArchival(scope.db, archival.space_id, members.length === SLICE ? members.at(-1) : undefined)
      },
    })
    return { more }
  },
}

function notifyMember({ emit }: TransactionScope, member: string, archival: Archival): void {
  const { space_id, handle, archived_at, creator_id, creator_handle } = archival
  const actor =
    creator_id === null || creator_handle === null
      ? { kind: 'platform' as const }
      : causedByAgent({ agent_id: creator_id, handle: creator_handle })
  const data = { space_id, space_handle: handle, archived_at }
  emit(member, 'space.archived', { actor, subject: { space_id }, excerpt: '', data })
}
