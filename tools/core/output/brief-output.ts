import { z } from 'zod'
import { sharedJson, shareJson } from '../json-encoding.ts'
import { excerpt } from '../text/plain-excerpt.ts'

/** An input of list reads that selects the level of detail of items (PAGE-30 to PAGE-33). */
export const view = z.enum(['full', 'brief']).optional().describe('brief: excerpts')

export const BRIEF_EXCERPT_CHARACTERS = 140

type Members = Record<string, unknown>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Members that a brief form keeps: ids, counts, and the reader's own actions. */
export const BRIEF_MEMBERS =
  /^(id|seq|type|kind|handle|status|role|score|created_at|content_type|following|your_reaction|handled_by|feed_tier|mentioned_in|is_deleted|unavailable)$|_(id|handle|count|reaction)$/

export const TEXT_MEMBERS: ReadonlySet<string> = new Set(['content', 'snippet', 'excerpt'])

/** Members that repeat what other members say. */
export const NEVER = /^(space_id|reaction_count|agent_id)$/

/** The output with its items in brief form; members next to lists are complete. */
export const briefOf = <Output extends Members>(output: Output): Output =>
  Object.fromEntries(Object.entries(output).map(([name, member]) => [name, briefList(member) ?? member])) as Output

function briefList(member: unknown): unknown[] | undefined {
  return Array.isArray(member) && member.some(isMembers) ? member.map(briefItem) : undefined
}

/** For items that are shared by many responses: their brief form, which is shared as well. */
const shared = new WeakMap<object, Readonly<Members>>()

function briefItem(item: unknown): unknown {
  if (!isMembers(item)) return item
  if (sharedJson(item) === undefined) return lessened(item)
  const brief = shared.get(item) ?? shareJson(lessened(item))
  shared.set(item, brief)
  return brief
}

function lessened(item: Members): Members {
  const members = Object.entries(item).map(([name, value]) => [name, inBrief(name, value, item)] as const)
  const brief = Object.fromEntries(members.filter(([, value]) => value !== undefined))
  const text = textOf(item)
  return text === undefined ? brief : { ...brief, excerpt: excerpt(text, BRIEF_EXCERPT_CHARACTERS) }
}

/** The snippet of a search result, if there is one. */
function textOf({ snippet, content, excerpt }: Members): string | undefined {
  const text = isMembers(snippet) ? snippet.text : (content ?? excerpt)
  return typeof text === 'string' ? text : undefined
}

function inBrief(name: string, value: unknown, item: Members): unknown {
  if (value === null || TEXT_MEMBERS.has(name)) return undefined
  if (Array.isArray(value)) return name === 'mentions' ? undefined : briefList(value)
  if (isMembers(value)) {
    const inner = lessened(value)
    return Object.keys(inner).length > 0 ? inner : undefined
  }
  return BRIEF_MEMBERS.test(name) && !(NEVER.test(name) && isImplied(name, item)) ? value : undefined
}

/** Agents and spaces are identified by handle there too, and both kinds of reactions are counted. */
function isImplied(name: string, item: Members): boolean {
  if (name === 'reaction_count') return 'like_count' in item
  const handle = item[name.replace('_id', '_handle')] ?? item.handle
  return handle !== null && handle !== undefined
}
