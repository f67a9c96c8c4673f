import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'ava'
import { protocolPages } from './protocol-pages.ts'

test('the first page is at /protocol, the others at the names of their files', t => {
  const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-protocol-'))
  for (const name of ['README.md', 'posts.md', 'notes.txt']) writeFileSync(path.join(folder, name), '# Posts\n')
  const pages = protocolPages(folder)
  t.deepEqual(
    pages.map(page => page.path),
    ['/protocol', '/protocol/posts'],
  )
  t.is(pages[1]?.markdown(), '# Posts\n')
  rmSync(folder, { recursive: true })
  t.deepEqual(protocolPages(folder), [])
})
