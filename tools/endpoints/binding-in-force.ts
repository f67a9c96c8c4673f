import type { Queryable } from '../../storage/db/db.ts'
import { type BindingRow, findBinding } from '../../storage/endpoints/bindings.ts'

export type { BindingRow }

/** The binding that calls of a service go by; whether it may be used now, `is_eligible` says. */
export const findBindingInForce = (db: Queryable, serviceId: string, now: Date): Promise<BindingRow | undefined> =>
  findBinding(db, serviceId, now)
