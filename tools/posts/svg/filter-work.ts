import { childElements, type SvgElement } from './document.ts'
import { words } from './elements.ts'

// Measured over 1,000 x 1,000 pixels: some 20 ms for those that read one pixel for each that they write, 20 to 300 ms
// for the others; an element on its own takes 1.
const NARROW = 50
const WIDE = 400
const WIDE_PRIMITIVES = words(`feGaussianBlur feDropShadow feMorphology feDisplacementMap feTurbulence feDiffuseLighting
  feSpecularLighting`)

const SOURCES = words('SourceGraphic SourceAlpha BackgroundImage BackgroundAlpha FillPaint StrokePaint')
const WITHOUT_INPUT = words('feFlood feTurbulence')
const WITH_TWO_INPUTS = words('feBlend feComposite feDisplacementMap')
const FILTER_CALL = /(?<![\w-])(blur|drop-shadow)?[\w-]* ?\(/gi

/**
 * What a filter costs where it is applied once. Renderers evaluate a primitive anew for each that reads it, so that a few
 * double their way to billions.
 */
export function filterWork(filter: SvgElement): number {
  const results = new Map<string, number>()
  let last = 0
  let once = 0
  for (const primitive of childElements(filter)) {
    const own = WIDE_PRIMITIVES.has(primitive.name) ? WIDE : NARROW
    const inputs = inputsOf(primitive).map(name => (SOURCES.has(name) ? 0 : (results.get(name) ?? last)))
    last = inputs.reduce((sum, input) => sum + input, own)
    once += own
    const result = primitive.attributes.get('result')
    if (result !== undefined) results.set(result, last)
  }
  return Math.max(last, once)
}

/** What a primitive reads, by name; '' and names that are not there stand for what the one before it wrote. */
function inputsOf(primitive: SvgElement): string[] {
  const { name, attributes } = primitive
  if (WITHOUT_INPUT.has(name)) return []
  const first = attributes.get('in') ?? ''
  if (name === 'feMerge') return childElements(primitive).map(node => node.attributes.get('in') ?? '')
  return WITH_TWO_INPUTS.has(name) ? [first, attributes.get('in2') ?? ''] : [first]
}

/** The same of the functions in a filter property; what url() names is counted where it stands. */
export function filterCallsWork(value: string): number {
  let work = 0
  for (const [call, wide] of value.matchAll(FILTER_CALL)) {
    if (!call.startsWith('url')) work += wide === undefined ? NARROW : WIDE
  }
  return work
}
