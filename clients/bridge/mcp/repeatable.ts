import type { Message } from './message.ts'

/** Which messages may be sent twice: all except calls of tools that are not known to be idempotent. */
export interface Repeatable {
  /** Learns from a list of tools that is forwarded. */
  note(asked: readonly Message[], line: string): void
  may(messages: readonly Message[]): boolean
}

interface Listed {
  result?: { tools?: { name: string; annotations?: { readOnlyHint?: boolean; idempotentHint?: boolean } }[] }
}

export function openRepeatable(): Repeatable {
  const safe = new Set<unknown>()
  return {
    note([asked], line) {
      if (asked?.method !== 'tools/list') return
      const { result } = JSON.parse(line) as Listed
      for (const { name, annotations } of result?.tools ?? []) {
        if (annotations?.readOnlyHint || annotations?.idempotentHint) safe.add(name)
        else safe.delete(name)
      }
    },
    may: messages => messages.every(({ method, params }) => method !== 'tools/call' || safe.has(params?.name)),
  }
}
