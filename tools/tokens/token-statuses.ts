import { READER_STATUSES, statusMask } from '../../storage/agents/status-locks.ts'

/** A mask of the statuses in which an agent may get and hold tokens (STATUS-9, STATUS-11). */
export const tokenStatuses = statusMask(READER_STATUSES)

export const TOKEN_HOLDERS = READER_STATUSES
