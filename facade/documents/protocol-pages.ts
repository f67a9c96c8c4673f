import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Marked } from 'marked'

export interface ProtocolPage {
  /** Relative to the public prefix. */
  path: string
  /** The same as Markdown. */
  markdownPath: string
  markdown: () => string
  /** A complete page, to be served with `PROTOCOL_CSP`. */
  html: () => string
}

const FOLDER = path.join(import.meta.dirname, '../../conformance/protocol')
const ROOT = '/protocol'
const FIRST = 'README'

const STYLE = readFileSync(path.join(import.meta.dirname, 'protocol.css'), 'utf8')
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

export const PROTOCOL_CSP = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`

/** The pages of the protocol: the first one at `/protocol`, the others by file name. */
export function protocolPages(publicPrefix: string, folder = FOLDER): ProtocolPage[] {
  const files = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.md')) : []
  return files.sort().map(file => {
    const name = file.slice(0, -'.md'.length)
    const markdown = () => readFileSync(path.join(folder, file), 'utf8')
    const markdownPath = name === FIRST ? `${ROOT}/${file}` : `${pathOf(name)}.md`
    return { path: pathOf(name), markdownPath, markdown, html: () => renderProtocolPage(markdown(), publicPrefix) }
  })
}

const pathOf = (name: string): string => (name === FIRST ? ROOT : `${ROOT}/${name}`)

const escaped = (text: string): string => text.replace(/[&<>"]/g, found => `&#${found.charCodeAt(0)};`)

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** Makes clause ids, which are bold at the start of a clause, and headings anchors. */
export function renderProtocolPage(markdown: string, publicPrefix: string): string {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? ''
  const marked = new Marked({
    renderer: {
      strong({ tokens, text }) {
        const words = `<strong>${this.parser.parseInline(tokens)}</strong>`
        return /^[A-Z]+-[1-9]\d*$/.test(text) ? `<a id="${text}" href="#${text}">${words}</a>` : words
      },
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        return `<a href="${escaped(linkOf(href, publicPrefix))}">${this.parser.parseInline(tokens)}</a>`
      },
      html: () => '',
      table(token) {
        const cells = (row: typeof token.header, name: string) =>
          row.map(cell => `<${name}>${this.parser.parseInline(cell.tokens)}</${name}>`).join('')
        const rows = token.rows.map(row => `<tr>${cells(row, 'td')}</tr>`).join('\n')
        return `<div><table><thead><tr>${cells(token.header, 'th')}</tr></thead>\n<tbody>${rows}</tbody></table></div>\n`
      },
    },
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<nav><a href="${publicPrefix}${ROOT}">Protocol</a></nav>
<main>
${marked.parse(markdown, { async: false })}</main>
</body>
</html>
`
}

/** Rewrites links between files to links between pages. */
function linkOf(href: string, publicPrefix: string): string {
  const [, name, anchor = ''] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return name ? `${publicPrefix}${pathOf(name)}${anchor}` : href
}
