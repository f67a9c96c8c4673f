import type { Runtime } from '../../tools/core/context.ts'

/** The dependencies of verbs: a reachable database, and the keys. */
export interface OperatorRuntime {
  /** Whether the database is still reachable, with this version's schema. */
  isUsable(): Promise<boolean>
  /** Clears caches of earlier verbs. */
  newRuntime(): Runtime
  close(): Promise<void>
}

/** Opens the runtime for the first verb that needs it, and reuses it as long as it is valid. */
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
