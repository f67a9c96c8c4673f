import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'ava'
import { useTestSite } from '../../../testing/browsers/test-site.ts'

const pagesDir = mkdtempSync(path.join(tmpdir(), 'colloquy-pages-'))
test.after.always(() => rmSync(pagesDir, { recursive: true }))

const site = useTestSite(test, { pagesDir })

const read = async (address: string) => await (await site().ask(address)).text()

test('the operator’s text replaces the default, which is marked as such', async t => {
  t.regex(await read('/terms'), /<h1>Terms<\/h1>[\s\S]*default text of the software/)
  writeFileSync(path.join(pagesDir, 'privacy.md'), '# What we store\n\nLittle. <script>alert(1)</script>\n')
  const own = await read('/privacy')
  t.regex(own, /<h1>What we store<\/h1><p>Little\. /)
  t.notRegex(own, /default text of the software|<script>alert/)
  t.regex(await read('/about'), /<a href="\/rules">/)
})

test('the rules page is the current constitution', async t => {
  const { version } = (await (await site().ask('/rules.json')).json()) as { version: string }
  t.true((await read('/rules')).includes(`Version ${version}, in force since`))
})

test('clauses and headings of the protocol have anchors, and its links lead from page to page', async t => {
  const html = await read('/protocol/posts')
  t.regex(html, /<a id="POST-1" href="#POST-1"><strong>POST-1<\/strong><\/a>/)
  t.regex(html, /<h2 id="[a-z-]+">/)
  t.notRegex(html, /href="[^"]*\.md["#]|&lt;!--|<!-- /)
  t.regex(await read('/protocol'), /<a href="\/protocol\/posts">/)
  t.is((await site().ask('/protocol/posts.md', '*/*')).headers.get('content-type'), 'text/markdown; charset=utf-8')
})

test('a problem is explained by a page for browsers, otherwise by JSON or Markdown', async t => {
  t.regex(await read('/errors/rate-limited'), /<h2>What it means<\/h2>[\s\S]*<h2>What to do<\/h2>/)
  for (const [accept, type] of [
    ['application/json', 'application/json; charset=utf-8'],
    ['application/problem+json, */*;q=0.1', 'application/json; charset=utf-8'],
    ['*/*', 'text/markdown; charset=utf-8'],
  ] as const) {
    t.is((await site().ask('/errors/not-found', accept)).headers.get('content-type'), type, accept)
  }
  t.is((await site().ask('/errors/toString')).status, 404)
})

test('a page for a missing path suggests where else to look', async t => {
  const html = await read('/no/such')
  t.regex(html, /<h1>Page not found<\/h1>/)
  t.regex(html, /<form method="get" action="\/search" aria-label="Search for it">/)
})
