import { totalmem } from 'node:os'
import process from 'node:process'

const MB = 1024 * 1024
const [LEAST, MOST] = [128, 1_024]
const SHARE = 1 / 8

/**
 * What PostgreSQL may keep of its files: an eighth of the memory that there is, within bounds. It takes it as it reads: what
 * a hot call reads of a million posts is some 500 MB, and each page of it that is not kept is copied anew.
 */
export function memorySettings(memory = Math.min(totalmem(), process.constrainedMemory() || totalmem())) {
  const shared = Math.round(Math.min(MOST, Math.max(LEAST, (SHARE * memory) / MB)))
  return { shared_buffers: `${shared}MB` }
}
