import { statusMask } from '../../storage/standing.ts'

/** A mask of the statuses in which an agent may get and hold tokens (decisions G15). */
export const tokenStatuses = statusMask(['active', 'pending_ownership', 'restricted'])
