import { wordSet } from './allowed/elements.ts'
import { numbersOf } from './allowed/number-bounds.ts'
import type { Losses } from './allowed/removed-parts.ts'
import { childElements, type SvgElement } from './document.ts'

/** User units in what other lengths are measured by, at most. */
export interface Measures {
  /** The widest viewport. */
  viewport: number
  /** The largest font. */
  font: number
}

const UNITS: Readonly<Record<string, number>> = { '': 1, px: 1, pt: 4 / 3, pc: 16, mm: 3.78, cm: 37.8, in: 96 }
const LENGTH = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]{0,4}|%)$/i

const VIEWPORTS = wordSet('svg symbol use')
/** A wide window, which a drawing without a viewBox may take. */
const WINDOW = 4_000
const DEFAULT_FONT = 16
/** Browsers draw no font larger. */
const MOST_FONT = 10_000

/**
 * What the outlines of a dashed drawing are measured by; `undefined` where nothing is dashed. Strokes of a dashed drawing
 * scale: others have as many dashes as a viewer enlarges them.
 */
export function measureDashed(root: SvgElement, losses: Losses): Measures | undefined {
  if (!isDashed(root)) return undefined
  scaleStrokes(root, losses)
  return measuresOf(root)
}

const isDashed = (element: SvgElement): boolean =>
  (element.attributes.get('stroke-dasharray') ?? 'none') !== 'none' || childElements(element).some(isDashed)

function scaleStrokes(element: SvgElement, losses: Losses): void {
  if (element.attributes.delete('vector-effect')) losses.add('attributes', 'vector-effect')
  for (const child of childElements(element)) scaleStrokes(child, losses)
}

function measuresOf(root: SvgElement): Measures {
  const measures = { viewport: root.attributes.has('viewBox') ? 0 : WINDOW, font: DEFAULT_FONT }
  const look = (element: SvgElement): void => {
    const { name, attributes } = element
    const of = (attribute: string) => absoluteLength(attributes.get(attribute))
    const extents = numbersOf(attributes.get('viewBox') ?? '').slice(2)
    if (VIEWPORTS.has(name)) extents.push(of('width') ?? 0, of('height') ?? 0)
    measures.viewport = Math.max(measures.viewport, ...extents)
    if (attributes.has('font-size')) measures.font = Math.max(measures.font, of('font-size') ?? MOST_FONT)
    childElements(element).forEach(look)
  }
  look(root)
  return measures
}

/** A length in user units, without its sign, or more than it can be. */
export function lengthOf(value: string | undefined, { viewport, font }: Measures): number {
  const absolute = absoluteLength(value)
  if (absolute !== undefined) return absolute
  const [number = 0] = numbersOf(value ?? '')
  // What is not relative to the viewport is relative to a font.
  return Math.abs(number) * (value?.endsWith('%') ? viewport / 100 : Math.max(font, viewport / 100))
}

function absoluteLength(value = '0'): number | undefined {
  const [, number, unit] = LENGTH.exec(value) ?? []
  const factor = UNITS[unit?.toLowerCase() ?? ' ']
  return factor === undefined ? undefined : Math.abs(Number(number)) * factor
}
