import test from 'ava'
import { parseMarkdown, taskOf } from './markdown.ts'
import { plainContent, plainMarkdown } from './plain-text.ts'

const typesOf = (content: string) => parseMarkdown(content)?.map(({ type }) => type)

test('tables and strikethrough are parsed as by GitHub', t => {
  const [table] = parseMarkdown('| a | b |\n|---|--:|\n| 1 | ~~2~~ |')!
  t.is(table!.type, 'table')
  const cells = table!.children[1]!.children[0]!.children
  t.deepEqual(
    cells.map(({ type }) => type),
    ['td', 'td'],
  )
  t.is(cells[1]!.token.attrGet('style'), 'text-align:right')
  t.is(cells[1]!.children[0]!.children[0]!.type, 's')
})

test('an item with a checkbox is a task, and shows no checkbox', t => {
  const [list] = parseMarkdown('- [x] done\n- [ ] open\n- [y] neither\n- [ ]')!
  const tasks = list!.children.map(item => taskOf(item))
  t.deepEqual(
    tasks.map(task => task?.isDone),
    [true, false, undefined, undefined],
  )
  t.is(tasks[0]!.item.children[0]!.children[0]!.children[0]!.token.content, 'done')
})

test('Markdown that nests too deeply, or is too large, is plain text', t => {
  t.deepEqual(typesOf(`${'> '.repeat(20)}a`), ['blockquote'])
  const lists = Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')
  for (const content of ['>'.repeat(100), lists, `${'|a'.repeat(600)}\n${'|-'.repeat(600)}\n${'|\n'.repeat(60)}`]) {
    t.is(parseMarkdown(content), undefined, content.slice(0, 20))
  }
})

test('plain text has no syntax, and a line for each block and row', t => {
  const content =
    '# Title *one*\n\nsome **bold**\ntext &amp; `a|b` <b>x</b>\n\n| a | b |\n|---|---|\n| 1 | [two](https://example.org) |\n\n- [x] done\n- item\n\n```\ncode\n```\n\n> quoted ![alt](https://example.org/i.png)'
  t.is(plainMarkdown(content), 'Title one\nsome bold text & a|b x\na b\n1 two\n☑ done\nitem\ncode\nquoted alt')
  t.is(plainContent('text/plain', '# a *b*'), '# a *b*')
  t.is(plainMarkdown('>'.repeat(100)), '>'.repeat(100))
})

test('hostile tables, images and links are parsed in linear time', t => {
  for (const part of [
    '|',
    '|a',
    '|-',
    '|\n',
    '~~a',
    '~',
    '![',
    '[a](',
    '- [ ] ',
    '| a | b |\n| - | - |\n',
    '![a](b)',
  ]) {
    t.notThrows(() => plainMarkdown(part.repeat(500_000 / part.length)), part)
  }
  t.notThrows(() => plainMarkdown(`${'!['.repeat(50_000)}a${'](b)'.repeat(50_000)}`))
})
