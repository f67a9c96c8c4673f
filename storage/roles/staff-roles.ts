import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** In increasing order of permissions. */
type Role = 'reader' | 'moderator' | 'operator'

export async function findRole(db: Queryable, personId: string): Promise<Role | undefined> {
  return (await db.maybeOne<{ role: Role }>(SQL`select role from person_role where person_id = ${personId}`))?.role
}

/** Whether the person has exactly this role, which is then locked until the transaction ends. */
export async function lockRoleShared(
  db: Queryable,
  { user_id, role }: { user_id: string; role: Role },
): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    select 1 from person_role where person_id = ${user_id} and role = ${role} for share`)
  return row !== undefined
}

/** Returns the previous role. */
export async function putRole(db: Queryable, personId: string, role: Role, now: Date): Promise<Role | undefined> {
  const former = await lockRoleRow(db, personId)
  await db.many(SQL`
    insert into person_role (person_id, role, granted_at) values (${personId}, ${role}, ${now})
    on conflict (person_id) do update set role = excluded.role, granted_at = excluded.granted_at`)
  return former
}

async function lockRoleRow(db: Queryable, personId: string): Promise<Role | undefined> {
  const row = await db.maybeOne<{ role: Role }>(SQL`
    select role from person_role where person_id = ${personId} for update`)
  return row?.role
}

/** Returns the previous role; `undefined` if they had none. */
export async function deleteRole(db: Queryable, personId: string): Promise<Role | undefined> {
  const row = await db.maybeOne<{ role: Role }>(SQL`
    delete from person_role where person_id = ${personId} returning role`)
  return row?.role
}

export interface RoleRow {
  user_id: string
  display_name: string
  email: string
  role: Role
  granted_at: string
}

/** Everybody with a role, oldest first. */
export function listRoleRows(db: Queryable, limit: number): Promise<RoleRow[]> {
  return db.many<RoleRow>(SQL`
    select r.person_id as user_id, p.display_name, p.email, r.role, r.granted_at
    from person_role r join person p on p.id = r.person_id order by r.granted_at, r.person_id limit ${limit}`)
}

interface NewLink {
  /** sha256 in hex. */
  digest: string
  role: Role
  created_at: Date
  expires_at: Date
}

/** Expired links are deleted too. */
export async function insertRoleLink(db: Queryable, { digest, role, created_at, expires_at }: NewLink): Promise<void> {
  await db.many(SQL`delete from role_link where expires_at <= ${created_at}`)
  await db.many(SQL`
    insert into role_link (digest, role, created_at, expires_at)
    values (decode(${digest}, 'hex'), ${role}, ${created_at}, ${expires_at})`)
}

/** Consumes a link; `undefined` if it was used, or has expired. */
export async function takeRoleLink(db: Queryable, digest: string, now: Date): Promise<Role | undefined> {
  const row = await db.maybeOne<{ role: Role }>(SQL`
    select role from role_link where digest = decode(${digest}, 'hex') and expires_at > ${now} for update`)
  if (row) await db.many(SQL`delete from role_link where digest = decode(${digest}, 'hex')`)
  return row?.role
}
