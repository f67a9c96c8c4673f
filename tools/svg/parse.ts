import { Declarations } from './allowed/declarations.ts'
import { ATTRIBUTES, PROPERTIES, REFERRING, TEXT_ELEMENTS, UNWRAPPED, URL_PROPERTIES } from './allowed/elements.ts'
import { IdNames } from './allowed/id-names.ts'
import { contextWithin, dropRepeated, type InheritedContext, NO_CONTEXT } from './allowed/inherited.ts'
import { isBounded } from './allowed/number-bounds.ts'
import type { Losses } from './allowed/removed-parts.ts'
import {
  allowedValue,
  type Declaration,
  FILTER_RESULTS,
  INITIAL_FONT,
  isInherited,
  isResult,
  onOneLine,
  withFallbacks,
} from './allowed/values.ts'
import { Cascade } from './cascade.ts'
import type { SvgElement } from './document.ts'
import { SVG_LABEL, svgLabelOf } from './label.ts'
import { readSource, SHEET, type Source, type SourceAttribute, type SourceElement } from './svg-source.ts'
import { chosenOf, isConditional } from './switch-element.ts'

/** Carry nothing that is seen. */
const UNSAID = new Set(['class', 'version', 'baseProfile'])

/** What of a text is allowed, as a tree. */
export function parseSvg(text: string, losses: Losses): SvgElement {
  const source = readSource(text, losses)
  return new Judge(source, losses).tree(source.root)
}

class Judge {
  private readonly losses: Losses
  private readonly names: IdNames
  private readonly declarations: Declarations
  private readonly cascade: Cascade
  /** Elements whose id is stored only where something refers to it, as it was written. */
  private readonly renamed: [SvgElement['attributes'], id: string][] = []
  private readonly initial: [SvgElement['attributes'], property: string][] = []
  private readonly fonts = new Set<string>()

  constructor({ elements }: Source, losses: Losses) {
    this.losses = losses
    const results = elements.flatMap(({ attributes }) => attributes.filter(({ name }) => name === 'result'))
    this.names = new IdNames(new Set([...elements.flatMap(({ id }) => id ?? []), ...results.map(({ value }) => value)]))
    this.declarations = new Declarations(this.names, losses)
    this.cascade = new Cascade(elements, this.declarations, losses)
  }

  tree(source: SourceElement): SvgElement {
    const root = this.element(source, source.name, NO_CONTEXT)
    for (const [attributes, id] of this.renamed) if (!this.names.isReferredTo(id)) attributes.delete('id')
    for (const [attributes, property] of this.initial) {
      if (this.fonts.has(property) && !attributes.has(property)) attributes.set(property, 'normal')
    }
    return root
  }

  private element(source: SourceElement, name: string, around: InheritedContext): SvgElement {
    const attributes = this.attributesOf(source, name, around)
    const isText = TEXT_ELEMENTS.has(name)
    return { name, attributes, children: this.partsOf(source, isText, contextWithin(attributes, around)) }
  }

  /** What is kept of what an element holds. */
  private partsOf(source: SourceElement, isText: boolean, around: InheritedContext): SvgElement['children'] {
    if (source.name === 'switch') return chosenOf(source, child => this.keep(child, isText, around))
    return source.children.flatMap(child => this.keep(child, isText, around))
  }

  private keep(source: SourceElement | string, isText: boolean, around: InheritedContext): SvgElement['children'] {
    if (typeof source === 'string') return isText ? [source] : []
    if (source.name === SHEET) return []
    if (source.name === SVG_LABEL) return isText ? [] : this.label(source, around)
    if (!UNWRAPPED.has(source.name)) return [this.element(source, source.name, around)]
    const unwrapped = this.element(source, isText ? 'tspan' : 'g', around)
    return unwrapped.attributes.size === 0 ? unwrapped.children : [unwrapped]
  }

  private label(source: SourceElement, around: InheritedContext): SvgElement[] {
    this.losses.add('elements', SVG_LABEL)
    return [svgLabelOf(this.attributesOf(source, 'text', around), source.children) ?? []].flat()
  }

  private attributesOf(source: SourceElement, element: string, around: InheritedContext): SvgElement['attributes'] {
    const attributes = new Map<string, string>()
    let style = ''
    for (const attribute of source.attributes) {
      if (attribute.name === 'style') style = attribute.value
      else if (attribute.name === 'href') this.keepHref(attributes, element, attribute)
      else if (attribute.name === 'id') this.keepId(attributes, attribute.value)
      else this.keepAttribute(attributes, element, attribute)
    }
    const [sheets, own] = [this.cascade.of(source), this.declarations.inStyle(style)]
    for (const declarations of [sheets.normal, own.all, sheets.important, own.important]) {
      for (const declaration of declarations) this.apply(attributes, declaration)
    }
    if (sheets.normal.length > 0) dropRepeated(attributes, new Set(sheets.normal.map(([property]) => property)), around)
    for (const name of attributes.keys()) if (name.startsWith('font-')) this.fonts.add(name)
    return attributes
  }

  private keepId(attributes: Map<string, string>, id: string): void {
    if (id === '') return
    const name = this.names.nameOf(id)
    attributes.set('id', name)
    if (name !== id) this.renamed.push([attributes, id])
  }

  /** `xlink:href` is stored as the `href` of SVG 2, which goes before it where both stand. */
  private keepHref(attributes: Map<string, string>, element: string, { isXlink, value }: SourceAttribute): void {
    const target = value.trim()
    if (!REFERRING.has(element) || !target.startsWith('#') || target === '#') this.losses.add('references', 'href')
    else if (!isXlink || !attributes.has('href')) attributes.set('href', `#${this.names.refer(target.slice(1))}`)
  }

  private keepAttribute(
    attributes: Map<string, string>,
    element: string,
    { name, value: given }: SourceAttribute,
  ): void {
    if (!ATTRIBUTES.has(name) && !PROPERTIES.has(name)) {
      if (!UNSAID.has(name) && !isConditional(name)) this.losses.add('attributes', name)
      return
    }
    const written = withFallbacks(onOneLine(given))
    if (isInherited(name, written)) return
    const value = allowedValue(name, this.named(name, written))
    if (value !== undefined && isBounded(element, name, value)) attributes.set(name, value)
    else this.losses.add('values', name)
  }

  private named(attribute: string, value: string): string {
    if (FILTER_RESULTS.has(attribute) && !isResult(value)) return this.names.nameOf(value)
    return URL_PROPERTIES.has(attribute) ? this.names.inValue(value) : value
  }

  private apply(attributes: Map<string, string>, [property, value]: Declaration): void {
    if (typeof value === 'string') attributes.set(property, value)
    else attributes.delete(property)
    if (value === INITIAL_FONT) this.initial.push([attributes, property])
  }
}
