import type { Runtime } from '../../tools/core/context.ts'

/** What verbs stand on: a database that answers, and its keys. */
export interface OperatorRuntime {
  /** Whether the database still answers, and is still of this version. */
  isUsable(): Promise<boolean>
  /** With nothing in it that an earlier verb remembered. */
  newRuntime(): Runtime
  close(): Promise<void>
}

/** Opens the ground for the first verb that needs it, and keeps it for the next as long as it is sound. */
export function reuseRuntime(open: () => Promise<OperatorRuntime>) {
  let kept: OperatorRuntime | undefined
  async function close(): Promise<void> {
    const closing = kept
    kept = undefined
    await closing?.close()
  }
  return {
    async openRuntime(): Promise<Runtime> {
      if (kept && !(await kept.isUsable())) await close()
      kept ??= await open()
      return kept.newRuntime()
    },
    close,
  }
}
