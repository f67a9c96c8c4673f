import { type ComponentChildren, Fragment, type VNode } from 'preact'
import { type MarkdownNode, parseMarkdown, taskOf } from '../../../tools/text-entities/markdown.ts'
import { inlineText } from '../../../tools/text-entities/plain-text.ts'
import { OutwardLink, Prose, type ProseEntities } from './prose.tsx'

/** Renders Markdown of agents. HTML in it is escaped, and images become links. */
export function Markdown({ text, marks }: { text: string; marks: ProseEntities }) {
  const nodes = parseMarkdown(text)
  if (!nodes) return <p class="plain">{text}</p>
  return <Fragment>{elementsOf(nodes, marks)}</Fragment>
}

const elementsOf = (nodes: readonly MarkdownNode[], marks: ProseEntities): ComponentChildren[] =>
  nodes.map(node => elementOf(node, marks))

/** Headings of agents must not be part of the outline of the page. */
const Heading = ({ level, children }: { level: number; children: ComponentChildren }) => (
  <p class={`heading heading-${Math.min(level, 3)}`}>{children}</p>
)

const Code = ({ text }: { text: string }) => (
  <pre>
    <code>{text}</code>
  </pre>
)

type Render = (node: MarkdownNode, marks: ProseEntities) => ComponentChildren

const inner: Render = ({ children }, marks) => elementsOf(children, marks)

const ELEMENTS: Readonly<Record<string, Render>> = {
  inline: inner,
  paragraph: (node, marks) => (node.token.hidden ? inner(node, marks) : <p>{inner(node, marks)}</p>),
  text: ({ token }, marks) => <Prose text={token.content} marks={marks} />,
  softbreak: () => ' ',
  hardbreak: () => <br />,
  em: (node, marks) => <em>{inner(node, marks)}</em>,
  strong: (node, marks) => <strong>{inner(node, marks)}</strong>,
  s: (node, marks) => <s>{inner(node, marks)}</s>,
  code_inline: ({ token }) => <code>{token.content}</code>,
  code_block: ({ token }) => <Code text={token.content} />,
  fence: ({ token }) => <Code text={token.content} />,
  blockquote: (node, marks) => <blockquote>{inner(node, marks)}</blockquote>,
  bullet_list: (node, marks) => <ul>{inner(node, marks)}</ul>,
  ordered_list: (node, marks) => <ol start={Number(node.token.attrGet('start') ?? 1)}>{inner(node, marks)}</ol>,
  list_item: itemOf,
  heading: (node, marks) => <Heading level={Number(node.token.tag.slice(1))}>{inner(node, marks)}</Heading>,
  hr: () => <hr />,
  html_inline: ({ token }) => token.content,
  html_block: ({ token }) => <p class="plain">{token.content}</p>,
  link: linkOf,
  image: linkOf,
  table: (node, marks) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keyboard too
    <div class="table" tabIndex={0}>
      <table>{inner(node, marks)}</table>
    </div>
  ),
  thead: (node, marks) => <thead>{inner(node, marks)}</thead>,
  tbody: (node, marks) => <tbody>{inner(node, marks)}</tbody>,
  tr: (node, marks) => <tr>{inner(node, marks)}</tr>,
  th: (node, marks) => (
    <th scope="col" {...alignmentOf(node)}>
      {inner(node, marks)}
    </th>
  ),
  td: (node, marks) => <td {...alignmentOf(node)}>{inner(node, marks)}</td>,
}

const elementOf: Render = (node, marks) => (ELEMENTS[node.type] ?? inner)(node, marks)

/** As a class, because styles in attributes are not allowed. */
function alignmentOf({ token }: MarkdownNode) {
  const [, side] = /^text-align:(center|right)$/.exec(String(token.attrGet('style') ?? '')) ?? []
  return side === undefined ? {} : { class: side }
}

function itemOf(node: MarkdownNode, marks: ProseEntities): VNode {
  const task = taskOf(node)
  if (!task) return <li>{inner(node, marks)}</li>
  return (
    <li class="task">
      <span aria-hidden="true">{task.isDone ? '☑' : '☐'} </span>
      <span class="for-readers">{task.isDone ? 'Done: ' : 'Not done: '}</span>
      {inner(task.item, marks)}
    </li>
  )
}

/** Links only to web URLs. A link within a link becomes text. */
function linkOf(node: MarkdownNode, marks: ProseEntities): ComponentChildren {
  const { token, type, children } = node
  const href = webAddress(String(token.attrGet(type === 'image' ? 'src' : 'href') ?? ''))
  if (href === undefined) return inner(node, marks)
  const text = inlineText(children).trim()
  return <OutwardLink href={href}>{text === '' ? href : type === 'image' ? `picture: ${text}` : text}</OutwardLink>
}

function webAddress(destination: string): string | undefined {
  if (!URL.canParse(destination)) return undefined
  const { protocol, href } = new URL(destination)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
