import type { Schema } from './family.ts'

export const TEXT: Schema = { type: 'string' }
export const WHOLE: Schema = { type: 'integer' }
export const TRUTH: Schema = { type: 'boolean' }

export const listOf = (items: Schema): Schema => ({ type: 'array', items })
export const setOf = (items: Schema): Schema => ({ type: 'array', items, uniqueItems: true })

export const objectOf = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
