import { marked, type Token, type Tokens } from 'marked'
import type { ComponentChildren, VNode } from 'preact'
import { usePage } from './use-page.ts'

/** Renders a trusted document. HTML in it is escaped. */
export const GuideText = ({ text }: { text: string }) => <div class="guide">{elementsOf(marked.lexer(text))}</div>

const elementsOf = (tokens: readonly Token[]): ComponentChildren[] => tokens.map(elementOf)

const inner = (token: Token): ComponentChildren =>
  'tokens' in token && token.tokens ? elementsOf(token.tokens) : textOf(token)

/** Parsed by the lexer only: nothing else escapes HTML. */
const textOf = (token: Token): string => ('text' in token ? String(token.text) : token.raw)

const ELEMENTS: Readonly<Record<string, (token: never) => ComponentChildren>> = {
  space: () => null,
  heading: Heading,
  paragraph: (token: Tokens.Paragraph) => <p>{inner(token)}</p>,
  code: (token: Tokens.Code) => (
    <pre data-copy>
      <code>{token.text}</code>
    </pre>
  ),
  list: listOf,
  table: (token: Tokens.Table) => <Table token={token} />,
  blockquote: (token: Tokens.Blockquote) => <blockquote>{inner(token)}</blockquote>,
  hr: () => <hr />,
  strong: (token: Tokens.Strong) => <strong>{inner(token)}</strong>,
  em: (token: Tokens.Em) => <em>{inner(token)}</em>,
  codespan: (token: Tokens.Codespan) => <code>{token.text}</code>,
  br: () => <br />,
  link: (token: Tokens.Link) => <GuideLink href={token.href}>{inner(token)}</GuideLink>,
}

const elementOf = (token: Token): ComponentChildren => (ELEMENTS[token.type] ?? inner)(token as never)

function Heading(token: Tokens.Heading): VNode {
  const shown = inner(token)
  const id = token.text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  if (token.depth === 1) return <h1>{shown}</h1>
  return token.depth === 2 ? <h2 id={id}>{shown}</h2> : <h3 id={id}>{shown}</h3>
}

function listOf(token: Tokens.List): VNode {
  const items = token.items.map((item, place) => <li key={place}>{inner(item)}</li>)
  return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>
}

/** Stacked on narrow screens, with the column heading in each cell. */
const Table = ({ token: { header, rows } }: { token: Tokens.Table }) => (
  <table class="stacked">
    <thead>
      <tr>
        {header.map((cell, place) => (
          <th scope="col" key={place}>
            {elementsOf(cell.tokens)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, at) => (
        <tr key={at}>
          {row.map((cell, place) => (
            <td key={place} data-label={header[place]?.text}>
              {elementsOf(cell.tokens)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** Our own links use the host of the request. */
function GuideLink({ href, children }: { href: string; children: ComponentChildren }) {
  const { links } = usePage()
  const isOurs = href.startsWith(links.at('/'))
  return <a href={isOurs ? links.ofOurs(href) : href}>{children}</a>
}
