import { parse } from 'postgres-array'

/** Converts PostgreSQL's `2026-11-21 04:25:00.1+00` to RFC 3339 UTC with milliseconds. */
export function timestampText(value: string): string {
  if (!value.endsWith('+00') || value.length < 22) return new Date(value).toISOString()
  const fraction = value.length > 22 ? value.slice(20, -3) : ''
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

const SPECIAL = /["\\]/

function elementText(element: unknown): string {
  if (element === null) return 'NULL'
  if (element === undefined) throw new TypeError('undefined cannot be an element of an array')
  const text = String(element)
  // Measured on ids: checking first takes a third of the time.
  return `"${SPECIAL.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`
}

const arrayText = (value: unknown) => (Array.isArray(value) ? `{${value.map(elementText).join(',')}}` : value)

const arrayOf = <Element>(oid: number, parseElement: (text: string) => Element) => ({
  to: oid,
  from: [oid],
  parse: (text: string) => parse(text, parseElement),
  serialize: arrayText,
})

/**
 * Serializers and parsers by type oid, for types that the driver does not know or treats differently. Array types are
 * listed explicitly: otherwise the driver would query them on each new connection.
 */
export const COLUMN_TYPES = {
  int8: { to: 20, from: [20], parse: Number, serialize: String },
  timestamptz: {
    to: 1184,
    from: [1184],
    parse: timestampText,
    serialize: (value: Date | string) => (value instanceof Date ? value.toISOString() : value),
  },
  transactions: arrayOf(271, String),
  smallints: arrayOf(1005, Number),
  ints: arrayOf(1007, Number),
  texts: arrayOf(1009, String),
  bigints: arrayOf(1016, Number),
  timestamps: arrayOf(1185, timestampText),
  uuids: arrayOf(2951, String),
}
