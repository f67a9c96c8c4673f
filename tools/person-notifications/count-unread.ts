import { countUnreadNotifications } from '../../storage/person-notifications/notification-rows.ts'
import type { Runtime } from '../core/context.ts'

/** How many notifications a person has not read, counted up to 100: for the header of each page. */
export const countUnread = ({ db }: Pick<Runtime, 'db'>, personId: string): Promise<number> =>
  countUnreadNotifications(db, personId)
