import type { Endpoint } from '../storage/webhooks/sending.ts'

/** Webhooks that a process sends to at a time: ailing ones at the same host, and all of one owner. */
const AILING_OF_HOST = 32
const OF_OWNER = 16

/** Who is being sent to, where there may be too many of one kind. */
export function openCrowd() {
  const counts = new Map<string, number>()
  const keysOf = ({ host, owner }: Endpoint, isAiling: boolean) => [
    { key: `owner ${owner}`, most: OF_OWNER },
    ...(isAiling ? [{ key: `host ${host}`, most: AILING_OF_HOST }] : []),
  ]
  const add = (key: string, by: number) => {
    const count = (counts.get(key) ?? 0) + by
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  return {
    enter(endpoint: Endpoint, isAiling: boolean): boolean {
      const keys = keysOf(endpoint, isAiling)
      if (keys.some(({ key, most }) => (counts.get(key) ?? 0) >= most)) return false
      for (const { key } of keys) add(key, 1)
      return true
    },
    leave(endpoint: Endpoint, isAiling: boolean): void {
      for (const { key } of keysOf(endpoint, isAiling)) add(key, -1)
    },
  }
}
