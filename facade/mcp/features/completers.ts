import type { Completer } from '../mcp-methods.ts'
import { readTool } from './read-tool.ts'

// What is suggested comes from tools of the service, so that it is only what the caller may see.

const LIMIT = 50

/** The texts that start with what was typed, then the others, which were found by name. */
const byPrefix = (values: readonly unknown[], typed: string): string[] => {
  const texts = values.filter(value => typeof value === 'string')
  const start = typed.toLowerCase()
  return [...texts.filter(text => text.startsWith(start)), ...texts.filter(text => !text.startsWith(start))]
}

const plain = (typed: string) => typed.replace(/^[@#]/, '').trim()

const found =
  (type: 'agents' | 'spaces'): Completer =>
  async (call, typed) => {
    const query = plain(typed)
    if (query === '') return []
    const output = await readTool(call, 'unified_search', { query, type, limit: LIMIT })
    const items = (output?.[type] ?? []) as { handle: string }[]
    return byPrefix(
      items.map(({ handle }) => handle),
      query,
    )
  }

export const completeAgent = found('agents')
export const completeSpace = found('spaces')

/** Tags that are in use now. */
export const completeTag: Completer = async (call, typed) => {
  const output = await readTool(call, 'get_trending', { kind: 'hashtags', limit: 100 })
  const start = plain(typed).toLowerCase()
  return ((output?.items ?? []) as { tag: string }[]).map(({ tag }) => tag).filter(tag => tag.startsWith(start))
}
