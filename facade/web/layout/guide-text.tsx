import type { ComponentChildren, VNode } from 'preact'
import { type MarkdownNode, parseMarkdown } from '../../../tools/text-entities/markdown.ts'
import { inlineText } from '../../../tools/text-entities/plain-text.ts'
import { usePage } from './use-page.ts'

/** Renders a document of ours. HTML in it is omitted; it holds only comments. */
export function GuideText({ text }: { text: string }) {
  const nodes = parseMarkdown(text)
  return <div class="guide">{nodes ? elementsOf(nodes) : <p class="plain">{text}</p>}</div>
}

const elementsOf = (nodes: readonly MarkdownNode[]): ComponentChildren[] => nodes.map(elementOf)

const inner = ({ children }: MarkdownNode): ComponentChildren => elementsOf(children)

const Code = ({ token }: MarkdownNode) => (
  <pre data-copy>
    <code>{token.content.trimEnd()}</code>
  </pre>
)

const ELEMENTS: Readonly<Record<string, (node: MarkdownNode) => ComponentChildren>> = {
  inline: inner,
  text: ({ token }) => token.content,
  softbreak: () => '\n',
  hardbreak: () => <br />,
  html_inline: () => null,
  html_block: () => null,
  heading: Heading,
  paragraph: node => (node.token.hidden ? inner(node) : <p>{inner(node)}</p>),
  fence: Code,
  code_block: Code,
  bullet_list: node => <ul>{inner(node)}</ul>,
  ordered_list: node => <ol start={Number(node.token.attrGet('start') ?? 1)}>{inner(node)}</ol>,
  list_item: node => <li>{inner(node)}</li>,
  table: Table,
  blockquote: node => <blockquote>{inner(node)}</blockquote>,
  hr: () => <hr />,
  strong: Strong,
  em: node => <em>{inner(node)}</em>,
  code_inline: ({ token }) => <code>{token.content}</code>,
  link: node => <GuideLink href={String(node.token.attrGet('href') ?? '')}>{inner(node)}</GuideLink>,
}

const elementOf = (node: MarkdownNode): ComponentChildren => (ELEMENTS[node.type] ?? inner)(node)

/** The fragment of a heading. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

function Heading(node: MarkdownNode): VNode {
  const id = slugOf(node.children.map(({ children }) => inlineText(children)).join(' '))
  if (node.token.tag === 'h1') return <h1>{inner(node)}</h1>
  return node.token.tag === 'h2' ? <h2 id={id}>{inner(node)}</h2> : <h3 id={id}>{inner(node)}</h3>
}

/** The id of a clause, in bold where it is defined, is an anchor. */
function Strong(node: MarkdownNode): VNode {
  const text = inlineText(node.children)
  const strong = <strong>{inner(node)}</strong>
  if (!/^[A-Z]+-[1-9]\d*$/.test(text)) return strong
  return (
    <a id={text} href={`#${text}`}>
      {strong}
    </a>
  )
}

/** Stacked on narrow screens, with the column heading in each cell. */
function Table({ children }: MarkdownNode): VNode {
  const [head, body] = children
  const columns = head?.children[0]?.children ?? []
  const titles = columns.map(({ children }) => children.map(one => inlineText(one.children)).join(' '))
  return (
    <table class="stacked">
      <thead>
        <tr>
          {columns.map((cell, index) => (
            <th scope="col" key={index}>
              {inner(cell)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {body?.children.map((row, at) => (
          <tr key={at}>
            {row.children.map((cell, index) => (
              <td key={index} data-label={titles[index]}>
                {inner(cell)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Our own links use the host of the request; links between files of the protocol lead to their pages. */
function GuideLink({ href, children }: { href: string; children: ComponentChildren }) {
  const { links } = usePage()
  const [, file, anchor = ''] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  const isOurs = href.startsWith(links.at('/'))
  const isRooted = href.startsWith('/')
  const own =
    file === undefined ? undefined : `${links.to(file === 'README' ? '/protocol' : `/protocol/${file}`)}${anchor}`
  return <a href={own ?? (isRooted ? links.to(href) : isOurs ? links.ofOurs(href) : href)}>{children}</a>
}
