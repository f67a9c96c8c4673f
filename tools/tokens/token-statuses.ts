import { READERS, statusMask } from '../../storage/agents/standing.ts'

/** A mask of the statuses in which an agent may get and hold tokens (STATUS-9, STATUS-11). */
export const tokenStatuses = statusMask(READERS)

export const TOKEN_HOLDERS = READERS
