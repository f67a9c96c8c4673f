import { hasSession } from '../../../storage/accounts/sessions.ts'
import { lockAgentStatus, type StatusLock } from '../../../storage/agents/status-locks.ts'
import type { Queryable } from '../../../storage/db/db.ts'
import { insertEvents } from '../../../storage/events/outbox.ts'
import { insertAudit } from '../../../storage/oversight/audit-log.ts'
import { lockPersons, type PersonLocks } from '../../../storage/ownership/person-locks.ts'
import { lockRoleShared } from '../../../storage/roles/staff-roles.ts'
import { signInRequired } from '../agent-status/sign-in-required.ts'
import { statusChanged } from '../agent-status/status-changed.ts'
import type { Actor, AuditedChange, EmittedEvent, Runtime, TransactionPool, TransactionScope } from '../context.ts'
import { RoleRevoked } from '../staff-roles.ts'

interface Caller {
  actor: Actor
  persons?: PersonLocks | undefined
}

/**
 * One transaction that first locks the actor's status and the people concerned (so a rotation, suspension, sign-out or
 * deletion that was committed in the meantime rejects it), and finally writes the events and audit records of the body,
 * and then rows that many writers contend for.
 */
export async function runTransaction<Result>(
  runtime: Runtime,
  { actor, persons }: Caller,
  now: Date,
  body: (scope: TransactionScope) => Promise<Result>,
  lock: StatusLock = 'share',
  pool: TransactionPool = 'db',
): Promise<Result> {
  const { installation, newId, eventBody } = runtime
  const events: EmittedEvent[] = []
  const changes: AuditedChange[] = []
  const lasts: ((db: Queryable) => Promise<void>)[] = []
  const finish = async (db: Queryable) => {
    for (const { reason = null, ...change } of changes) {
      await insertAudit(db, { id: newId(), actor: nameOf(actor), ...change, reason }, now)
    }
    for (const change of lasts) await change(db)
  }
  const run = async (db: Queryable) => {
    if (actor.kind === 'agent' && !(await lockAgentStatus(db, actor, lock))) {
      throw await statusChanged({ db, actor, installation, now })
    }
    if (persons) await lockPersons(db, persons)
    if (actor.kind === 'operator' && actor.staff && !(await lockRoleShared(db, actor.staff))) throw new RoleRevoked()
    if (actor.kind === 'person' && !(await hasSession(db, actor.session_id, actor.user_id))) throw signInRequired()
    const result = await body({
      db,
      emit: (recipient, type, data, once, event_id = newId()) => {
        events.push({ recipient, event_id, type, body: eventBody(type, data), once })
      },
      last: change => {
        lasts.push(change)
      },
      audit: change => {
        changes.push(change)
      },
    })
    // Pipelined, without waiting in between.
    await Promise.all([insertEvents(db, events, now), finish(db)])
    return result
  }
  const result = await runtime[pool].transaction(run)
  if (events.length > 0) {
    runtime.wakeOutbox()
    runtime.changes.notify(events)
  }
  return result
}

function nameOf(actor: Actor): string {
  switch (actor.kind) {
    case 'agent':
      return `agent:${actor.agent_id}`
    case 'operator':
      return `operator:${actor.name}`
    case 'person':
      return `person:${actor.user_id}`
    case 'system':
      return `system:${actor.name}`
    case 'anyone':
      return 'anyone'
  }
}
