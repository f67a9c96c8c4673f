import test from 'ava'
import { MalformedProtocol, parseProtocol } from './protocol.ts'

const file = (...lines: string[]) => ['# Posts', '', ...lines, ''].join('\n')
const clausesOf = (...lines: string[]) => parseProtocol([['posts.md', file(...lines)]])[0]!.clauses
const defectsOf = (...files: [string, string][]) => {
  const error = (() => {
    try {
      parseProtocol(files)
    } catch (thrown) {
      return thrown
    }
  })()
  return error instanceof MalformedProtocol ? error.message.split('\n') : []
}

test('a bullet is a clause, with its indented lines', t => {
  t.deepEqual(
    clausesOf('## Making', 'Some words.', '', '- **POST-1** A post has', '  an `id`.', '- **POST-2** Second.'),
    [
      { id: 'POST-1', text: 'A post has an `id`.', isExtension: false },
      { id: 'POST-2', text: 'Second.', isExtension: false },
    ],
  )
})

test('a row whose first cell is an id is a clause, its cells named by the head of the table', t => {
  const table = [
    '| id | member | what |',
    '|---|:--|---|',
    '| **POST-3** | `a \\| b` | one of two |',
    '| other | x | y |',
  ]
  t.deepEqual(clausesOf(...table), [{ id: 'POST-3', text: 'member: `a | b`; what: one of two', isExtension: false }])
})

test('extensions and what is untestable are read from the end of a clause', t => {
  const reason = { untestable: 'nobody sees the disk' }
  t.deepEqual(
    clausesOf(
      '- **POST-1** New. (extension)',
      '- **POST-2** Hidden. *Untestable from outside: nobody sees the disk.*',
      '- **POST-3** Both. (extension) _Untestable from outside: nobody sees the disk._',
    ),
    [
      { id: 'POST-1', text: 'New.', isExtension: true },
      { id: 'POST-2', text: 'Hidden.', isExtension: false, ...reason },
      { id: 'POST-3', text: 'Both.', isExtension: true, ...reason },
    ],
  )
})

test('text in code is not a clause', t => {
  t.deepEqual(clausesOf('```md', '- **POST-1** An example.', '```'), [])
})

test('defects are reported together, with file and line', t => {
  t.deepEqual(
    defectsOf(
      ['a.md', file('- **POST-1** One.', '- **POST-1** Again.', '* **POST-2** A star.', '- **POST-03** A nought.')],
      ['b.md', '- **POST-4** No title.'],
      ['c.md', file('- **WALK-1** It is (untestable from outside).', 'See **WALK-1**.')],
    ),
    [
      'a.md:5: an id in bold that begins no clause',
      'a.md:6: an id in bold that begins no clause',
      'a.md:4: POST-1 stands already in a.md:3',
      'b.md:1: begins without a "# Title"',
      'b.md:1: the prefix POST belongs to a.md',
      'c.md:3: WALK-1 must end with "*Untestable from outside: reason.*" where it is so',
      'c.md:4: an id in bold that begins no clause',
    ],
  )
})
