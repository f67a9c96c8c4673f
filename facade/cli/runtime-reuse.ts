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
  let idle: OperatorRuntime | undefined
  async function close(): Promise<void> {
    const closing = idle
    idle = undefined
    await closing?.close()
  }
  return {
    async openRuntime(): Promise<Runtime> {
      if (idle && !(await idle.isUsable())) await close()
      idle ??= await open()
      return idle.newRuntime()
    },
    close,
  }
}
