import { SHAPES, TEXT_ELEMENTS, TITLES, URL_PROPERTIES } from './allowed/elements.ts'
import { numbersOf } from './allowed/number-bounds.ts'
import type { Losses } from './allowed/removed-parts.ts'
import { localId, urlIds, withoutMissing } from './allowed/values.ts'
import { childElements, type SvgElement } from './document.ts'

/** What an element makes a renderer draw beside itself. */
export interface References {
  /** Children and what is referred to, each as often as it is drawn. */
  parts: SvgElement[]
  /** Markers at each vertex. */
  markers: SvgElement[]
  /** The lengths of dashes and gaps; none: no dashes. */
  dashes: number[]
}

const PAINTS = ['fill', 'stroke', 'marker-start', 'marker-end']
const INHERITED = [...PAINTS, 'marker-mid', 'stroke-dasharray']
const APPLIED = ['clip-path', 'mask', 'filter']

/** What takes more than its text tells, without any reference. */
const MULTIPLYING = ['stroke-dasharray', 'filter']

type Inherited = Readonly<Record<string, string>>

/**
 * Removes ids given twice and references to what does not exist, and tells what each element refers to; `undefined`
 * where none refers to any and none is dashed or filtered: what is drawn once is bounded by its text.
 */
export function linkReferences(root: SvgElement, losses: Losses): Map<SvgElement, References> | undefined {
  const byId = new Map<string, SvgElement>()
  const all: SvgElement[] = []
  collect(root, byId, all)
  let takesMore = false
  for (const { attributes } of all) takesMore = keepExisting(attributes, byId, losses) || takesMore
  if (!takesMore) return undefined
  const links = new Map<SvgElement, References>()
  link(root, {}, byId, links)
  return links
}

function collect(element: SvgElement, byId: Map<string, SvgElement>, all: SvgElement[]): void {
  all.push(element)
  const id = element.attributes.get('id')
  if (id !== undefined && byId.has(id)) element.attributes.delete('id')
  else if (id !== undefined) byId.set(id, element)
  for (const child of childElements(element)) collect(child, byId, all)
}

/** Removes references to what does not exist; tells whether others are there, or what multiplies by itself. */
function keepExisting(attributes: Map<string, string>, byId: Map<string, SvgElement>, losses: Losses): boolean {
  const exists = (id: string) => byId.has(id)
  let refers = MULTIPLYING.some(name => attributes.has(name))
  for (const [name, value] of attributes) {
    if (name === 'href') {
      if (exists(localId(value)!)) refers = true
      else {
        losses.add('references', name)
        attributes.delete(name)
      }
    } else if (URL_PROPERTIES.has(name) && value.includes('(')) {
      const ids = urlIds(value)
      if (ids.some(exists)) refers = true
      if (ids.every(exists)) continue
      losses.add('references', name)
      const rest = withoutMissing(name, value, exists)
      if (rest === undefined) attributes.delete(name)
      else attributes.set(name, rest)
    }
  }
  return refers
}

function link(
  element: SvgElement,
  above: Inherited,
  byId: Map<string, SvgElement>,
  links: Map<SvgElement, References>,
): void {
  const { name, attributes } = element
  const styles = inherit(attributes, above)
  const named = (values: (string | undefined)[]) =>
    values.flatMap(value => (value?.includes('(') ? urlIds(value).map(id => byId.get(id)!) : []))
  const children = childElements(element)
  const href = attributes.get('href')
  const target = href === undefined ? [] : [byId.get(localId(href)!)!]
  const isPainted = name === 'use' || SHAPES.has(name) || (TEXT_ELEMENTS.has(name) && !TITLES.has(name))
  links.set(element, {
    parts: [
      ...children,
      ...target,
      ...named(APPLIED.map(property => attributes.get(property))),
      ...(isPainted ? named(PAINTS.map(property => styles[property])) : []),
    ],
    markers: isPainted ? named([styles['marker-mid']]) : [],
    dashes: isPainted ? numbersOf(styles['stroke-dasharray'] ?? '') : [],
  })
  for (const child of children) link(child, styles, byId, links)
}

function inherit(attributes: Map<string, string>, above: Inherited): Inherited {
  let styles = above
  for (const property of INHERITED) {
    const value = attributes.get(property)
    if (value !== undefined) styles = { ...styles, [property]: value }
  }
  return styles
}
