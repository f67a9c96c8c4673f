import { wordSet } from './elements.ts'
import { type Declaration, INITIAL_FONT } from './values.ts'

/** What goes before the size, by the property that it sets. */
const BEFORE_SIZE: readonly [property: string, values: RegExp][] = [
  ['font-style', /^(?:italic|oblique)$/i],
  ['font-variant', /^small-caps$/i],
  ['font-weight', /^(?:bold|bolder|lighter|[1-9]\d{0,2})$/i],
  ['font-stretch', /^(?:(?:(?:ultra|extra|semi)-)?(?:condensed|expanded))$/i],
]
const SIZE = /^(?:\d*\.?\d+(?:[a-z]{1,4}|%)|0)$/i
const SIZES = wordSet('xx-small x-small small medium large x-large xx-large xxx-large larger smaller')

/** What the shorthand `font` sets, where it names a size and a family; the height of lines is left out. */
export function fontLonghands(value: string): Declaration[] | undefined {
  const parts = value.replace(/ ?\/ ?/g, '/').split(' ')
  const set = new Map<string, string | typeof INITIAL_FONT>(BEFORE_SIZE.map(([property]) => [property, INITIAL_FONT]))
  let at = 0
  for (; at < parts.length; at++) {
    const part = parts[at]!
    const [property] = BEFORE_SIZE.find(([, values]) => values.test(part)) ?? []
    if (property !== undefined) set.set(property, part)
    else if (part.toLowerCase() !== 'normal') break
  }
  const size = parts[at]?.split('/')[0] ?? ''
  const family = parts.slice(at + 1).join(' ')
  if ((!SIZE.test(size) && !SIZES.has(size.toLowerCase())) || family === '') return undefined
  return [...set, ['font-size', size], ['font-family', family]]
}
