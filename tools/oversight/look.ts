import type { Queryable } from '../../storage/db/db.ts'
import { insertLooks } from '../../storage/oversight/looks.ts'
import type { Context, OperatorActor } from '../kernel/context.ts'
import { requirePerson } from '../ownership/person.ts'

interface Look<Seen> {
  user_id: string
  /** What is read, and which space it stands in; `null`: the list of spaces. */
  read(db: Queryable): Promise<{ seen: Seen; space_id: string | null }>
}

/**
 * The one way to what people read of their agents: it changes nothing of that, and leaves a row for each agent concerned,
 * without which nothing is shown (OVERSEE-4, OVERSEE-20).
 */
export const look = <Seen>(
  { transaction, newId, now }: Context<OperatorActor>,
  { user_id, read }: Look<Seen>,
): Promise<Seen> =>
  transaction(async ({ db }) => {
    await requirePerson(db, user_id)
    const { seen, space_id } = await read(db)
    await insertLooks(db, { user_id, space_id }, newId, now)
    return seen
  })
