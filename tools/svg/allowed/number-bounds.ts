import { wordSet } from './elements.ts'

/** What renderers work long at beyond these, for nothing that anybody sees. */
const MOST: Readonly<Record<string, number>> = {
  filter: 1_000,
  numOctaves: 10,
  radius: 50,
  scale: 1_000,
  stdDeviation: 500,
}
const MOST_TABLE_VALUES = 256

const REGION = wordSet('x y width height')
const MOST_REGION = 10_000
const MOST_REGION_PERCENT = 1_000

/** A tile of a pattern, and what a picture is scaled up from. */
const LEAST_EXTENT = 0.001

const LEAST_SCALE = 0.0001
const MOST_SCALE = 10_000

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi
const FUNCTION = /(?<![a-z])([a-z]+) ?\(([^()]*)\)/gi
/** Ids and colours. */
const NAMED = /#[\w.-]+/g
const DASHES = /^(?:none|(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:px)?(?: ?, ?| |$))+)$/i

export const numbersOf = (value: string): number[] => (value.match(NUMBER) ?? []).map(Number)

/** Whether an allowed value leaves a renderer little to do by itself; what elements come to together is not judged here. */
export function isBounded(element: string, name: string, value: string): boolean {
  const most = MOST[name]
  if (most !== undefined) return numbersOf(value.replace(NAMED, '')).every(number => Math.abs(number) <= most)
  switch (name) {
    case 'stroke-dasharray':
      return DASHES.test(value)
    case 'tableValues':
      return numbersOf(value).length <= MOST_TABLE_VALUES
    case 'transform':
    case 'patternTransform':
      return isBoundedTransform(value)
    case 'viewBox':
      return numbersOf(value).slice(2).every(isExtent)
    default:
      return !REGION.has(name) || isBoundedRegion(element, name, value)
  }
}

const isExtent = (number: number) => number === 0 || Math.abs(number) >= LEAST_EXTENT

function isBoundedRegion(element: string, name: string, value: string): boolean {
  const [number = 0] = numbersOf(value)
  if (element === 'pattern')
    return name === 'x' || name === 'y' || isExtent(value.includes('%') ? number / 100 : number)
  if (element !== 'filter' && !element.startsWith('fe')) return true
  return Math.abs(number) <= (value.includes('%') ? MOST_REGION_PERCENT : MOST_REGION)
}

function isBoundedTransform(value: string): boolean {
  return Array.from(value.matchAll(FUNCTION)).every(([, name, given]) =>
    scalesOf(name!.toLowerCase(), numbersOf(given!)).every(
      scale => scale === 0 || (scale >= LEAST_SCALE && scale <= MOST_SCALE),
    ),
  )
}

/** How much longer one function makes what is parallel to each axis. */
function scalesOf(name: string, numbers: number[]): number[] {
  if (name.startsWith('scale')) return numbers.map(Math.abs)
  if (name.startsWith('skew')) return numbers.map(angle => Math.abs(1 / Math.cos((angle * Math.PI) / 180)))
  if (name !== 'matrix') return []
  const [a = 1, b = 0, c = 0, d = 1] = numbers
  return [Math.hypot(a, b), Math.hypot(c, d)]
}
