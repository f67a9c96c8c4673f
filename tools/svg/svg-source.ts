import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'
import { ELEMENTS, TITLES, UNWRAPPED } from './allowed/elements.ts'
import { OF_OTHER_NAMESPACES } from './allowed/known-names.ts'
import type { Losses } from './allowed/removed-parts.ts'
import { SvgFault } from './document.ts'
import { declaredEntities } from './entities.ts'
import { breaksLine, isTextElement, SVG_LABEL } from './label.ts'

/** An element that is read, before its attributes are judged. */
export interface SourceElement {
  name: string
  /** By the name under which each is stored; of two with one name both. */
  attributes: SourceAttribute[]
  id: string | undefined
  classes: ReadonlySet<string>
  parent: SourceElement | undefined
  children: (SourceElement | string)[]
  /** Whether it held elements that are not kept. */
  isTrimmed: boolean
}

export interface SourceAttribute {
  name: string
  value: string
  /** Of the `xlink:href` of SVG 1.1. */
  isXlink: boolean
}

export interface Source {
  root: SourceElement
  /** All that are kept, in their order. */
  elements: SourceElement[]
}

const SVG = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'
const XML = 'http://www.w3.org/XML/1998/namespace'
const XMLNS = 'http://www.w3.org/2000/xmlns/'

const MAX_DEPTH = 64
const MAX_ELEMENTS = 2_500
const MAX_ATTRIBUTES = 256

export const SHEET = 'style'
const TAKEN_APART = new Set([SHEET, SVG_LABEL])
const NONE: ReadonlySet<string> = new Set()

/** The elements of a text that may be stored, or say how others are. */
export function readSource(text: string, losses: Losses): Source {
  // XML 1.1 would allow control characters, which the stored XML 1.0 could not hold.
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true })
  const tree = new Tree(losses)
  parser.on('error', () => {
    throw new SvgFault('not_well_formed', `is not well-formed XML: line ${parser.line}, column ${parser.column}`)
  })
  parser.on('doctype', doctype => {
    Object.defineProperties(parser.ENTITIES, Object.getOwnPropertyDescriptors(declaredEntities(doctype)))
  })
  parser.on('opentag', tree.open)
  parser.on('closetag', tree.close)
  parser.on('text', tree.text)
  parser.on('cdata', tree.text)
  parser.write(text.trimStart()).close()
  return { root: tree.elements[0]!, elements: tree.elements }
}

class Tree {
  readonly elements: SourceElement[] = []
  /** The elements that are open, for a dropped one `undefined`. */
  private readonly path: (SourceElement | undefined)[] = []
  private readonly losses: Losses
  private rootSpace = ''
  private opened = 0

  constructor(losses: Losses) {
    this.losses = losses
  }

  readonly open = (tag: SaxesTagNS): void => {
    if (this.path.length >= MAX_DEPTH) throw new SvgFault('too_deep', `nests deeper than ${MAX_DEPTH} elements`)
    // The parser looks a prefix up through all that is open: measured, the half of the time where nesting is deep.
    tag.ns[tag.prefix] = tag.uri
    if (++this.opened > MAX_ELEMENTS) throw new SvgFault('too_large', `has more than ${MAX_ELEMENTS} elements`)
    this.path.push(this.opened > 1 ? this.keep(tag, this.path.at(-1)) : this.begin(tag))
  }

  readonly close = ({ local }: SaxesTagNS): void => {
    const element = this.path.pop()
    if (element && element === this.path.at(-1) && breaksLine(local)) element.children.push('\n')
  }

  readonly text = (text: string): void => {
    const element = this.path.at(-1)
    element?.children.push(element.name === SVG_LABEL ? text.replace(/\s+/g, ' ') : text)
  }

  private begin(tag: SaxesTagNS): SourceElement {
    this.rootSpace = tag.uri
    if (tag.local !== 'svg' || !this.isSvg(tag.uri)) throw new SvgFault('no_svg', 'has no svg element as its root')
    return this.newElement(tag, undefined)
  }

  private keep(tag: SaxesTagNS, parent: SourceElement | undefined): SourceElement | undefined {
    if (!parent) return undefined
    if (parent.name === SVG_LABEL) return textWithin(tag, parent)
    const isAllowed = ELEMENTS.has(tag.local) || UNWRAPPED.has(tag.local) || TAKEN_APART.has(tag.local)
    if (!this.isSvg(tag.uri)) this.losses.add('elements', OF_OTHER_NAMESPACES)
    else if (!isAllowed || TITLES.has(parent.name) || parent.name === SHEET) this.losses.add('elements', tag.local)
    else return this.newElement(tag, parent)
    parent.isTrimmed = true
    return undefined
  }

  private newElement(tag: SaxesTagNS, parent: SourceElement | undefined): SourceElement {
    const element = { name: tag.local, ...attributesOf(tag, this.losses), parent, children: [], isTrimmed: false }
    parent?.children.push(element)
    this.elements.push(element)
    return element
  }

  private readonly isSvg = (space: string) => space === SVG || (space === '' && this.rootSpace === '')
}

/** Of HTML that holds words the element around it, which takes them. */
function textWithin({ uri, local }: SaxesTagNS, label: SourceElement): SourceElement | undefined {
  if (!isTextElement(uri, local)) return undefined
  if (breaksLine(local)) label.children.push('\n')
  return label
}

function attributesOf(tag: SaxesTagNS, losses: Losses): Pick<SourceElement, 'attributes' | 'id' | 'classes'> {
  const given = Object.values(tag.attributes)
  if (given.length > MAX_ATTRIBUTES) {
    throw new SvgFault('too_large', `has an element with more than ${MAX_ATTRIBUTES} attributes`)
  }
  const attributes: SourceAttribute[] = []
  let id: string | undefined
  let classes = NONE
  for (const attribute of given) {
    const name = knownName(attribute)
    const { value } = attribute
    if (name === 'class') classes = new Set(value.split(/\s+/))
    if (name !== '') attributes.push({ name, value, isXlink: attribute.uri === XLINK })
    else if (attribute.uri !== XMLNS) losses.add('attributes', OF_OTHER_NAMESPACES)
    if (name === 'id') id = value
  }
  return { attributes, id, classes }
}

/** The name under which an attribute is stored; '' for those of other namespaces. */
function knownName({ uri, local }: SaxesAttributeNS): string {
  if (uri === '') return local
  if (uri === XLINK && local === 'href') return 'href'
  return uri === XML && local === 'space' ? 'xml:space' : ''
}
