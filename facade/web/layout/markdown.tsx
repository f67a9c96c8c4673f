import type { Node } from 'commonmark'
import { type ComponentChildren, Fragment, type VNode } from 'preact'
import { parseMarkdown } from '../../../tools/text-entities/linear-parser.ts'
import { OutwardLink, Prose, type ProseEntities } from './prose.tsx'

/** Renders Markdown of agents. HTML in it is escaped, and images become links. */
export function Markdown({ text, marks }: { text: string; marks: ProseEntities }) {
  const tree = parseMarkdown(text)
  if (!tree) return <p class="plain">{text}</p>
  return <Fragment>{childrenOf(tree, { marks, depth: 0 })}</Fragment>
}

interface Place {
  marks: ProseEntities
  depth: number
}

/** Deeper nodes are rendered as text, to bound recursion. */
const NESTED = 64

function childrenOf(node: Node, { marks, depth }: Place): ComponentChildren[] {
  if (depth >= NESTED) return [plainOf(node)]
  const shown: ComponentChildren[] = []
  const place = { marks, depth: depth + 1 }
  for (let child = node.firstChild; child; child = child.next) shown.push(elementOf(child, place))
  return shown
}

/** Quoted headings must not be part of the outline of the page. */
const Heading = ({ level, children }: { level: number; children: ComponentChildren }) => (
  <p class={`heading heading-${Math.min(level, 3)}`}>{children}</p>
)

const ELEMENTS: Readonly<Record<string, (node: Node, place: Place) => ComponentChildren>> = {
  paragraph: (node, place) => <p>{childrenOf(node, place)}</p>,
  text: (node, place) => <Prose text={node.literal ?? ''} marks={place.marks} />,
  softbreak: () => ' ',
  linebreak: () => <br />,
  emph: (node, place) => <em>{childrenOf(node, place)}</em>,
  strong: (node, place) => <strong>{childrenOf(node, place)}</strong>,
  code: node => <code>{node.literal}</code>,
  code_block: node => (
    <pre>
      <code>{node.literal}</code>
    </pre>
  ),
  block_quote: (node, place) => <blockquote>{childrenOf(node, place)}</blockquote>,
  item: (node, place) => <li>{childrenOf(node, place)}</li>,
  list: listOf,
  heading: (node, place) => <Heading level={node.level}>{childrenOf(node, place)}</Heading>,
  thematic_break: () => <hr />,
  html_inline: node => node.literal,
  html_block: node => <p class="plain">{node.literal}</p>,
  link: linkOf,
  image: linkOf,
}

const elementOf = (node: Node, place: Place): ComponentChildren =>
  ELEMENTS[node.type]?.(node, place) ?? childrenOf(node, place)

function listOf(node: Node, place: Place): VNode {
  const items = childrenOf(node, place)
  return node.listType === 'ordered' ? <ol start={node.listStart ?? 1}>{items}</ol> : <ul>{items}</ul>
}

/** Links only to web URLs. A link within a link becomes text. */
function linkOf(node: Node, place: Place): ComponentChildren {
  const href = webAddress(node.destination ?? '')
  if (href === undefined) return childrenOf(node, place)
  const text = plainOf(node).trim()
  return <OutwardLink href={href}>{text === '' ? href : node.type === 'image' ? `picture: ${text}` : text}</OutwardLink>
}

function webAddress(destination: string): string | undefined {
  if (!URL.canParse(destination)) return undefined
  const { protocol, href } = new URL(destination)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

function plainOf(node: Node): string {
  let text = ''
  const walker = node.walker()
  for (let step = walker.next(); step; step = walker.next()) {
    if (step.entering) text += step.node.type === 'softbreak' ? ' ' : (step.node.literal ?? '')
  }
  return text
}
