import { countCodePoints } from '../core/schemas.ts'
import { isSame } from './equality.ts'
import { isMembers } from './keywords.ts'
import { isMultipleOf } from './multiple-of.ts'
import { ofNumbers, ofTexts, type SchemaCheck } from './schema-check.ts'

/** Steps charged for the decimals of the most extreme double. */
const DECIMAL_STEPS = 60

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'integer':
      return Number.isInteger(value)
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isMembers(value)
    default:
      return typeof value === type
  }
}

const number = (
  code: string,
  phrase: string,
  holds: (value: number, bound: number) => boolean,
): [string, SchemaCheck] => [
  code,
  ofNumbers<number>(
    (bound, value, { run, pointer }) => holds(value, bound) || run.tell(pointer, code, `must be ${phrase} ${bound}`),
  ),
]

const length = (
  code: string,
  phrase: string,
  holds: (length: number, bound: number) => boolean,
): [string, SchemaCheck] => [
  code,
  ofTexts<number>((bound, value, { run, pointer }) => {
    run.spend(value.length / 3)
    return holds(countCodePoints(value), bound) || run.tell(pointer, code, `must have at ${phrase} ${bound} characters`)
  }),
]

/** For values of any type, for numbers, for strings. */
export const ANY_CHECKS: [string, SchemaCheck][] = [
  [
    'type',
    (types, { run, value, pointer }) => {
      const names = [types].flat() as string[]
      return (
        names.some(name => isOfType(name, value)) || run.tell(pointer, 'type', `must be of type ${names.join(' or ')}`)
      )
    },
  ],
  [
    'const',
    (only, { run, value, pointer }) =>
      isSame(only, value, run) || run.tell(pointer, 'const', 'must be the one value that the schema specifies'),
  ],
  [
    'enum',
    (values, { run, value, pointer }) =>
      (values as unknown[]).some(one => isSame(one, value, run)) ||
      run.tell(pointer, 'enum', 'must be one of the values that the schema specifies'),
  ],
  number('minimum', 'at least', (value, bound) => value >= bound),
  number('maximum', 'at most', (value, bound) => value <= bound),
  number('exclusiveMinimum', 'more than', (value, bound) => value > bound),
  number('exclusiveMaximum', 'less than', (value, bound) => value < bound),
  [
    'multipleOf',
    ofNumbers<number>((unit, value, { run, pointer }) => {
      run.spend(DECIMAL_STEPS)
      return isMultipleOf(value, unit) || run.tell(pointer, 'multipleOf', `must be a multiple of ${unit}`)
    }),
  ],
  length('minLength', 'least', (value, bound) => value >= bound),
  length('maxLength', 'most', (value, bound) => value <= bound),
  [
    'pattern',
    ofTexts<string>(
      (source, value, { run, pointer }) =>
        run.matches(source, value) || run.tell(pointer, 'pattern', 'must match the pattern that the schema specifies'),
    ),
  ],
]
