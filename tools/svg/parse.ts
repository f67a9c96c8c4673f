import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'
import { isBounded } from './bounds.ts'
import { type SvgElement, SvgFault } from './document.ts'
import { ATTRIBUTES, ELEMENTS, PROPERTIES, REFERRING, TEXT_ELEMENTS, TITLES, UNWRAPPED } from './elements.ts'
import { allowedDeclarations, allowedValue, isId, localId } from './values.ts'

const SVG = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'
const XML = 'http://www.w3.org/XML/1998/namespace'

const MAX_DEPTH = 64
const MAX_ELEMENTS = 2_500
const MAX_ATTRIBUTES = 256

/** What of a text is allowed, as a tree. Without a DTD no entities exist but XML's five. */
export function parseSvg(text: string): SvgElement {
  // XML 1.1 would allow control characters, which the stored XML 1.0 could not hold.
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true })
  const tree = openTree()
  parser.on('error', () => {
    throw new SvgFault('not_well_formed', `is no well-formed XML: line ${parser.line}, column ${parser.column}`)
  })
  parser.on('opentag', tree.open)
  parser.on('closetag', tree.close)
  parser.on('text', tree.text)
  parser.on('cdata', tree.text)
  parser.write(text.trimStart()).close()
  return tree.root()
}

function openTree() {
  /** The elements that are open, for a dropped one `undefined`, for an unwrapped one its parent. */
  const path: (SvgElement | undefined)[] = []
  let root: SvgElement | undefined
  let rootSpace = ''
  let elements = 0
  const isSvg = (space: string) => space === SVG || (space === '' && rootSpace === '')

  function keep(tag: SaxesTagNS, parent: SvgElement | undefined): SvgElement | undefined {
    if (!parent || !isSvg(tag.uri) || TITLES.has(parent.name)) return undefined
    if (UNWRAPPED.has(tag.local)) return parent
    if (!ELEMENTS.has(tag.local)) return undefined
    const element = newElement(tag)
    parent.children.push(element)
    return element
  }

  return {
    open(tag: SaxesTagNS): void {
      if (path.length >= MAX_DEPTH) throw new SvgFault('too_deep', `nests deeper than ${MAX_DEPTH} elements`)
      // The parser looks a prefix up through all that is open: measured, the half of the time where nesting is deep.
      tag.ns[tag.prefix] = tag.uri
      if (++elements > MAX_ELEMENTS) throw new SvgFault('too_large', `has more than ${MAX_ELEMENTS} elements`)
      if (root) path.push(keep(tag, path.at(-1)))
      else {
        rootSpace = tag.uri
        if (tag.local !== 'svg' || !isSvg(tag.uri)) throw new SvgFault('no_svg', 'has no svg element as its root')
        path.push((root = newElement(tag)))
      }
    },
    close(): void {
      path.pop()
    },
    text(text: string): void {
      const parent = path.at(-1)
      if (parent && TEXT_ELEMENTS.has(parent.name)) parent.children.push(text)
    },
    root: () => root!,
  }
}

function newElement({ local: name, attributes }: SaxesTagNS): SvgElement {
  const given = Object.values(attributes)
  if (given.length > MAX_ATTRIBUTES) {
    throw new SvgFault('too_large', `has an element with more than ${MAX_ATTRIBUTES} attributes`)
  }
  const kept = new Map<string, string>()
  let style = ''
  for (const attribute of given) {
    const known = knownName(attribute)
    if (known === 'style') style = attribute.value
    else if (known === 'href') keepHref(kept, name, attribute)
    else if (known === 'id' && isId(attribute.value)) kept.set('id', attribute.value)
    else if (ATTRIBUTES.has(known) || PROPERTIES.has(known)) {
      const value = allowedValue(known, attribute.value)
      if (value !== undefined && isBounded(name, known, value)) kept.set(known, value)
    }
  }
  for (const [property, value] of allowedDeclarations(style)) {
    if (isBounded(name, property, value)) kept.set(property, value)
  }
  return { name, attributes: kept, children: [] }
}

/** The name under which an attribute is stored; '' for those of other namespaces. */
function knownName({ uri, local }: SaxesAttributeNS): string {
  if (uri === '') return local
  if (uri === XLINK && local === 'href') return 'href'
  return uri === XML && local === 'space' ? 'xml:space' : ''
}

/** `xlink:href` is stored as the `href` of SVG 2, which goes before it where both stand. */
function keepHref(kept: Map<string, string>, element: string, { uri, value }: SaxesAttributeNS): void {
  const id = REFERRING.has(element) ? localId(value) : undefined
  if (id !== undefined && (uri === '' || !kept.has('href'))) kept.set('href', `#${id}`)
}
