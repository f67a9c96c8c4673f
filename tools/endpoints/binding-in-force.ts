import type { Queryable } from '../../storage/db/db.ts'
import { type BindingRow, findBinding } from '../../storage/endpoints/bindings.ts'

export type { BindingRow }

/** The current binding of a service; `is_eligible` says whether it can be used now. */
export const findBindingInForce = (db: Queryable, serviceId: string, now: Date): Promise<BindingRow | undefined> =>
  findBinding(db, serviceId, now)
