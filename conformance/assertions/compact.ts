import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'

type Members = Record<string, unknown>

const NAMES = ['id', 'seq', 'handle', 'member_id']

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Throws unless the text contains only what is in the structured content and the suggested next steps (MCP-101, MCP-190
 * to MCP-192).
 */
export function requireCompact(text: unknown, structured: unknown, path = '$'): void {
  if (Array.isArray(structured)) {
    ok(Array.isArray(text), `${path} is no list in the text`)
    equal(text.length, structured.length, `items of ${path}`)
    for (const [n, item] of structured.entries()) requireItem(text[n], item, `${path}[${n}]`)
  } else if (isMembers(structured)) {
    ok(isMembers(text), `${path} is no object in the text`)
    requireMembers(text, structured, path)
  } else deepEqual(withoutMarker(text), structured, path)
}

/** Text by others without its marker (MCP-194). */
const withoutMarker = (text: unknown) =>
  typeof text === 'string' ? (/^<([0-9a-f]{4,})>(?<passage>.*)<\/\1>$/s.exec(text)?.groups?.passage ?? text) : text

function requireItem(text: unknown, structured: unknown, path: string): void {
  requireCompact(text, structured, path)
  if (!isMembers(structured) || !('id' in structured || 'seq' in structured)) return
  ok(isMembers(text) && NAMES.some(name => name in text), `${path} is not named in the text`)
}

function requireMembers(text: Members, structured: Members, path: string): void {
  const isWhole = path === '$' && Object.keys(text).length === Object.keys(structured).length
  for (const [name, value] of Object.entries(text)) {
    ok(name in structured, `${path}.${name} stands in the text alone`)
    if (!isWhole) notEqual(value, null, `${path}.${name} is null in the text`)
    requireCompact(value, structured[name], `${path}.${name}`)
  }
  for (const [name, value] of Object.entries(structured)) {
    if (name.endsWith('cursor') && value !== null) equal(text[name], value, `${path}.${name}`)
  }
}
