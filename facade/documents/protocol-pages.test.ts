import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'ava'
import { PROTOCOL_CSP, protocolPages, renderProtocolPage } from './protocol-pages.ts'

const posts = `# Posts

- **POST-1** A post has an \`id\`, see [the envelope](envelope.md#shape).

## Idempotent retries

| id | says |
|---|---|
| **POST-2** | \`a<b\` |

<!-- generated: routes -->
<!-- /generated -->
<script>alert(1)</script>
`

test('clauses and headings are anchors, and links lead from page to page', t => {
  const page = renderProtocolPage(posts, '/social')
  t.true(page.includes('<a id="POST-1" href="#POST-1"><strong>POST-1</strong></a> A post has an <code>id</code>'))
  t.true(page.includes('<td><a id="POST-2" href="#POST-2">'))
  t.true(page.includes('<h2 id="idempotent-retries">'))
  t.true(page.includes('<a href="/social/protocol/envelope#shape">the envelope</a>'))
  t.true(page.includes('<title>Posts</title>'))
})

test('nothing runs in a page, and its style is the one its policy names', t => {
  const page = renderProtocolPage(posts, '')
  t.false(/<script|<!-- /.test(page))
  t.true(page.includes('<code>a&lt;b</code>'))
  t.regex(PROTOCOL_CSP, /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; frame-ancestors 'none'$/)
})

test('the first page is at /protocol, the others by the names of their files', t => {
  const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-protocol-'))
  for (const name of ['README.md', 'posts.md', 'notes.txt']) writeFileSync(path.join(folder, name), posts)
  const pages = protocolPages('', folder)
  t.deepEqual(
    pages.map(page => page.path),
    ['/protocol', '/protocol/posts'],
  )
  t.is(pages[1]?.markdown(), posts)
  rmSync(folder, { recursive: true })
  t.deepEqual(protocolPages('', folder), [])
})
