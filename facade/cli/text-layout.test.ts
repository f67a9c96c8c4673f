import test from 'ava'
import stringWidth from 'string-width'
import { fc } from '../../testing/values/property.ts'
import { printText } from './print-result.ts'
import { members, pairs, textTable } from './text-layout.ts'

const ID = '0199f3c2-6a00-7000-8000-3f1c9d2b7e54'

const widest = (lines: readonly string[]) => Math.max(0, ...lines.map(line => stringWidth(line)))
const bare = (text: string) => text.replaceAll(/\s/g, '')

test('a table that fits is unchanged, and in a pipe every table is', t => {
  const rows = [[ID, 'Ann', 'a long description of whoever this is, in a dozen words']]
  const heads = ['id', 'name', 'told']
  t.is(textTable(heads, rows, 200).join('\n'), textTable(heads, rows).join('\n'))
  t.is(textTable(heads, rows).length, 2)
})

test('the widest column is shortened, and ids remain complete', t => {
  const rows = [[ID, 'Ann', 'a long description of whoever this is, in a dozen words']]
  t.deepEqual(textTable(['id', 'name', 'told'], rows, 70), [
    'id                                    name  told',
    `${ID}  Ann   a long description of`,
    '                                            whoever this is, in a',
    '                                            dozen words',
  ])
})

test('if the columns do not fit, each row is printed as lines', t => {
  const rows = [
    [ID, ID, 'active'],
    [ID, ID, 'suspended'],
  ]
  t.deepEqual(textTable(['id', 'owner_id', 'status'], rows, 60), [
    `id:       ${ID}`,
    `owner_id: ${ID}`,
    'status:   active',
    '',
    `id:       ${ID}`,
    `owner_id: ${ID}`,
    'status:   suspended',
  ])
})

test('characters that are two columns wide are counted as two', t => {
  const lines = textTable(
    ['name', 'n'],
    [
      ['漢字漢字漢字', '1'],
      ['👩‍💻', '2'],
      ['e\u0301', '3'],
    ],
  )
  t.deepEqual(
    lines.map(line => stringWidth(line)),
    [15, 15, 15, 15],
  )
})

test('whatever agents wrote, no line is wider than the terminal, and every word is printed', t => {
  const word = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '👩‍💻', ' ', '-', '\u0301'), maxLength: 60 })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(word, word, word), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 24, max: 120 }),
      (rows, columns) => {
        const lines = textTable(['one', 'two', 'three'], rows, columns)
        t.true(widest(lines) <= columns, lines.join('\n'))
        for (const cell of rows.flat())
          t.is(
            [...bare(cell)].every(unit => lines.join('').includes(unit)),
            true,
          )
        const entries = rows.map(([name, value]) => ['a'.repeat(name.length % 12), value] as const)
        t.true(widest(members(entries, columns)) <= columns)
        t.true(widest(pairs(rows, columns)) <= columns)
      },
    ),
  )
})

test('control sequences are printed, not executed, at any width', t => {
  const evil = 'a\u001b[2J\u202e\u200b\u{e0041}\ud800b\u2028'
  for (const columns of [undefined, 30, 100]) {
    const shown = printText({ agents: [{ name: evil, other: evil }], reported: evil }, columns)
    t.notRegex(shown, /[^\x20-\x7e\n]/u)
    t.true(bare(shown).includes('a\\u001b[2J\\u202e\\u200b\\udb40\\udc41\\ud800b\\u2028') || columns === 30)
  }
})
