import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'ava'

const script = path.join(import.meta.dirname, '../../scripts/check/citations.mjs')

/** What the script says of a repository that holds these files. */
function citing(files: Record<string, string>): { status: number | null; lines: string[] } {
  const root = mkdtempSync(path.join(tmpdir(), 'colloquy-citations-'))
  spawnSync('git', ['init', '-q'], { cwd: root })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' })
  rmSync(root, { recursive: true })
  return { status, lines: stderr.trim().split('\n') }
}

const protocol = { 'conformance/protocol/posts.md': '# Posts\n\n- **POST-1** A post has an id.\n' }

test('comments may cite clauses that exist, and standards', t => {
  const sound = "/** As POST-1 says, in UTF-8. */\nexport const url = 'http://x/POST-9' // POST-1\n"
  t.is(citing({ ...protocol, 'tools/a.ts': sound, 'storage/a.sql': '-- POST-1\nselect 1;\n' }).status, 0)
})

test('a clause that does not exist is reported with its place, only in comments', t => {
  const source = "/**\n * POST-2\n */\nconst id = 'POST-3'\n// ENVELOPE-1\n"
  t.deepEqual(citing({ ...protocol, 'tools/a.ts': source, 'storage/a.sql': 'select 1; -- POST-4\n' }), {
    status: 1,
    lines: [
      'storage/a.sql:1: the protocol has no clause POST-4',
      'tools/a.ts:2: the protocol has no clause POST-2',
      'tools/a.ts:5: the protocol has no clause ENVELOPE-1',
    ],
  })
})

test('sources outside the repository are reported everywhere except in released migrations', t => {
  const [first, second] = [
    ['spec', '7.1'],
    ['decisions', 'G15'],
  ].map(words => words.join(' '))
  const files = {
    'README.md': `Some words (${first}).\n`,
    'tools/a.ts': `// (${second})\n`,
    'storage/migrations/0001_a.sql': `-- (${first})\n`,
  }
  t.deepEqual(citing({ ...protocol, ...files }).lines, [
    `README.md:1: "${first}" is not in the repository: cite a clause of the protocol`,
    `tools/a.ts:1: "${second}" is not in the repository: cite a clause of the protocol`,
  ])
})

test('without a protocol nothing is checked', t => {
  t.is(citing({ 'tools/a.ts': '// POST-2\n' }).status, 0)
})
