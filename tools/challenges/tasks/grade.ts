import type { Json, Schema } from './frame/family.ts'

/** Whether an answer says the same as the right one. It takes time and memory linear in the right answer, and never throws. */
export function isRight(expected: Json, response: unknown, schema: Schema): boolean {
  const right = fold(expected, schema, { left: Number.POSITIVE_INFINITY })
  const given = fold(response, schema, { left: 8 * JSON.stringify(expected).length + 256 })
  return given !== undefined && given === right
}

/** One text for all that says the same; none for what has not the schema's shape, or is longer than what is left. */
function fold(value: unknown, schema: Schema, room: { left: number }): string | undefined {
  if (--room.left < 0) return
  if (schema.type === 'array') return foldList(value, schema, room)
  if (schema.type === 'object') return foldObject(value, schema, room)
  if (schema.type === 'boolean') return typeof value === 'boolean' ? String(value) : undefined
  if (schema.type === 'integer' && typeof value === 'number') return Number.isInteger(value) ? String(value) : undefined
  if (typeof value !== 'string' || (room.left -= value.length) < 0) return
  const text = value.normalize('NFC').trim().toLowerCase()
  if (schema.type === 'string') return JSON.stringify(text)
  return /^(0|-?[1-9]\d{0,14})$/.test(text) ? text : undefined
}

function foldList(value: unknown, schema: Schema & { type: 'array' }, room: { left: number }): string | undefined {
  if (!Array.isArray(value) || value.length > room.left) return
  const items: string[] = []
  for (const item of value) {
    const folded = fold(item, schema.items, room)
    if (folded === undefined) return
    items.push(folded)
  }
  return `[${(schema.uniqueItems ? items.sort() : items).join()}]`
}

function foldObject(value: unknown, schema: Schema & { type: 'object' }, room: { left: number }): string | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return
  const members = Object.entries(schema.properties)
  if (Object.keys(value).length !== members.length) return
  const parts: string[] = []
  for (const [member, inner] of members) {
    const folded = Object.hasOwn(value, member)
      ? fold((value as Record<string, unknown>)[member], inner, room)
      : undefined
    if (folded === undefined) return
    parts.push(folded)
  }
  return `{${parts.join()}}`
}
