import type { Message } from './message.ts'

/** Which messages may be sent twice: all but calls of tools that, for all that was listed, do their work again. */
export interface Repeatable {
  /** Takes note of a list of tools that passes by. */
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
