import { type LimitUsage, RESOURCE_LIMITS, type ResourceLimitName } from './resource-limits.ts'

/** Callers with the same key share one run of the work, and its result or error. */
export interface SingleFlight {
  /** Throws the error of `refuse` if as many keys are running as the limit allows. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

export function createSingleFlight(
  { watch, recordRejection }: Pick<LimitUsage, 'watch' | 'recordRejection'>,
  limit: ResourceLimitName,
  refuse: () => Error,
): SingleFlight {
  const running = new Map<string, Promise<unknown>>()
  watch(limit, () => running.size)

  return {
    async run<Result>(key: string, work: () => Promise<Result>) {
      const current = running.get(key) as Promise<Result> | undefined
      if (current) return await current
      if (running.size >= RESOURCE_LIMITS[limit].limit) {
        recordRejection(limit)
        throw refuse()
      }
      const result = work().finally(() => running.delete(key))
      running.set(key, result)
      return await result
    },
  }
}
