import test from 'ava'
import { fc } from '../../testing/values/property.ts'
import { csvOf, wantsCsv } from './csv.ts'

test('a cell is quoted if necessary, and null is empty', t => {
  const rows = [['a,b', 'say "no"', 'two\r\nlines', null, 7, true, 'plain', '']]
  t.is(csvOf(['a', 'b'], rows), 'a,b\r\n"a,b","say ""no""","two\r\nlines",,7,true,plain,\r\n')
})

test('text that a spreadsheet would execute is escaped', t => {
  for (const text of [
    '=1+1',
    '+1',
    '-1',
    '@sum',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\uFEFF=1',
    '＝1',
    '＋1',
    '－1',
    '＠a',
  ]) {
    const [, line = ''] = csvOf(['a'], [[text]]).split(/^a\r\n/)
    t.regex(line, /^"?'/, JSON.stringify(text))
  }
  t.is(csvOf(['a'], [['=HYPERLINK("x","y")']]), `a\r\n"'=HYPERLINK(""x"",""y"")"\r\n`)
  t.is(csvOf(['a'], [['0xab', 'a=b']]), 'a\r\n0xab,a=b\r\n')
})

test('no spreadsheet executes cells that begin as in its dialect', t => {
  for (const [text, cell] of [
    ['x;=1+1', `"x;'=1+1"`],
    ['x; =1+1', `"x; '=1+1"`],
    ['x;"=1+1"', `"x;""'=1+1"""`],
    ['x\t@sum', `"x\t'@sum"`],
    ['x|-1', `"x|'-1"`],
    ['x\r\n=1', `"x\r\n'=1"`],
    ['x\n\n+1;+2', `"x\n\n'+1;'+2"`],
    ['=1;=2', `"'=1;'=2"`],
    ['a; b = c', `"a; b = c"`],
    ['a,-b', `"a,-b"`],
  ]) {
    t.is(csvOf(['a'], [[text]]), `a\r\n${cell}\r\n`)
  }
  // However its lines and cells are split, no part of a text begins like a formula.
  const texts = fc.string({ unit: fc.constantFrom(...';\t|"=+-@＝ \r\nx') })
  const runsNowhere = fc.property(texts, text => {
    for (const split of [/[;\r\n]/, /[\t\r\n]/, /[|\r\n]/]) {
      for (const piece of csvOf(['a'], [[text]]).split(split)) t.notRegex(piece, /^[\s"]*[=+\-@＝]/u)
    }
  })
  t.notThrows(() => fc.assert(runsNowhere))
})

test('CSV is returned to clients that request it, and not to those that accept JSON equally', t => {
  for (const accepted of ['text/csv', 'TEXT/CSV;q=0.5', 'text/csv, */*', 'text/csv, application/json;q=0.9']) {
    t.true(wantsCsv(accepted), accepted)
  }
  const others = [
    undefined,
    '',
    '*/*',
    'text/*',
    'application/json',
    'text/csv;q=0',
    'text/csv, application/json',
    'text/csv;q=0.1, */*',
  ]
  for (const accepted of others) t.false(wantsCsv(accepted), accepted)
})

/** A parser for RFC 4180. */
function read(text: string): string[][] {
  const cells = [...text.matchAll(/("(?:[^"]|"")*"|[^,\r\n"]*)(,|\r\n)/g)]
  const rows: string[][] = [[]]
  for (const [, raw = '', end] of cells) {
    rows.at(-1)!.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

test('any cell is read back unchanged, except for apostrophes that disarm it', t => {
  const pairs = fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 2 }))
  const isReadAgain = fc.property(pairs, rows => {
    const [head, ...found] = read(csvOf(['a', 'b'], rows))
    t.deepEqual(head, ['a', 'b'])
    const bare = (table: string[][]) => table.map(row => row.map(text => text.replaceAll("'", '')))
    t.deepEqual(bare(found), bare(rows))
  })
  t.notThrows(() => fc.assert(isReadAgain))
})
