import test from 'ava'
import { z } from 'zod'
import { defineOperatorTool } from '../../tools/core/define-tool.ts'
import { CliUsageError, readCliArguments } from './cli-arguments.ts'
import { toolCommand } from './cli-command.ts'
import { printJson, printText } from './print-result.ts'

const paint = toolCommand(
  'wall paint',
  defineOperatorTool({
    name: 'paint_wall',
    description: 'For this test.',
    effect: 'write',
    input: z.object({
      wall: z.string(),
      coat_count: z.int().optional(),
      gloss: z.boolean().optional(),
      colours: z.array(z.string()).optional(),
      note: z.string().nullable().optional(),
      painter: z.string().max(64).optional(),
      terms: z.object({ days: z.int() }).optional(),
    }),
    output: z.object({}),
    problems: [],
    handler: async () => ({}),
  }),
  { positional: ['wall'] },
)

const source = {
  readInput: () => 'from stdin',
  readFile(path: string) {
    if (path !== 'key.pem') throw new Error('ENOENT')
    return 'from a file'
  },
}

const read = (...words: string[]) => readCliArguments(paint, words, source)
const complaint = (...words: string[]) => {
  try {
    read(...words)
  } catch (error) {
    return error instanceof CliUsageError ? error.message : String(error)
  }
  return 'none'
}

test('options are inputs in kebab-case, positional ones come without a name', t => {
  const all = { wall: 'north', coat_count: 2, gloss: true, colours: ['red', 'blue'], note: 'wet', terms: { days: 3 } }
  t.deepEqual(
    read(
      ...['north', '--coat-count', '2', '--gloss', '--colours', 'red', '--colours=blue', '--note', 'wet'],
      ...['--terms', '{"days":3}'],
    ).input,
    all,
  )
  t.deepEqual(read('--wall=a=b', '--no-gloss').input, { wall: 'a=b', gloss: false })
  t.deepEqual(read('--wall', 'x', '--gloss=off', '--coat-count', '-1').input, {
    wall: 'x',
    gloss: false,
    coat_count: -1,
  })
  t.deepEqual(read('--', '--wall').input, { wall: '--wall' })
})

test('the text of an option comes from standard input, a file, or the argument', t => {
  t.is(read('w', '--note', '-').input.note, 'from stdin')
  t.is(read('w', '--note=@key.pem').input.note, 'from a file')
  t.is(read('w', '--note', '@@ann').input.note, '@ann')
  t.is(read('@ann').input.wall, '@ann')
  t.is(read('w', '--painter', '@ann').input.painter, '@ann')
  t.is(read('w', '--painter=@@ann').input.painter, '@ann')
  t.is(read('w', '--note', '-----BEGIN PUBLIC KEY-----').input.note, '-----BEGIN PUBLIC KEY-----')
  t.regex(complaint('w', '--note', '@nowhere'), /^--note: @nowhere cannot be read/)
})

test('--json, --as and --help are common to all verbs', t => {
  t.like(read('w'), { json: false, help: false, as: undefined })
  t.like(read('w', '--json', '--as', 'ann'), { json: true, as: 'ann' })
  t.like(read('--help'), { help: true })
})

test('a command that cannot run is reported in one line with the known ones', t => {
  for (const [words, pattern] of [
    [[], /^wall paint requires --wall; it accepts --wall, --coat-count, --gloss/],
    [['w', '--wal', 'x'], /^wall paint has no option --wal; did you mean --wall\?$/],
    [['w', '--ceiling-height', 'x'], /^wall paint has no option --ceiling-height; it accepts --wall/],
    [['w', '-x'], /^wall paint has no option -x/],
    [['w', '--json=on'], /^wall paint has no option --json/],
    [['w', '--no-wall'], /^wall paint has no option --no-wall/],
    [['w', 'v'], /^wall paint does not accept another argument \(2\); it accepts/],
    [['w', '--wall', 'v'], /^--wall is specified twice$/],
    [['w', '--coat-count', 'many'], /^--coat-count must be a number$/],
    [['w', '--gloss=maybe'], /^--gloss must be true or false$/],
    [['w', '--no-gloss=true'], /^--no-gloss does not accept a value$/],
    [['w', '--terms', '{'], /^--terms must be JSON$/],
    [['w', '--note'], /^--note requires a value$/],
    [['w', '--note', '--gloss'], /^--note requires a value$/],
  ] as const) {
    t.regex(complaint(...words), pattern)
    t.false(complaint(...words).includes('\n'))
  }
})

test('control sequences for terminals are escaped in text and in JSON', t => {
  const evil = 'a\u001b[2Jb\u009bc\u202ed\ne\u007f'
  const shown = printText({ agent: evil, agents: [{ name: evil, tags: [evil] }] })
  t.regex(shown, /^[\x20-\x7e\n]*$/)
  t.true(shown.includes('a\\u001b[2Jb\\u009bc\\u202ed\\u000ae\\u007f'))
  t.regex(printJson({ evil }), /^[\x20-\x7e]*$/)
  t.deepEqual(JSON.parse(printJson({ evil })), { evil })
})

test('objects are lines, lists of objects are tables', t => {
  t.is(
    printText({ id: 1, display_name: 'Ann', owner: null, tags: ['a', 'b'], more: [1, true] }),
    'id:           1\ndisplay_name: Ann\nowner:        -\ntags:         a, b\nmore:         [1,true]',
  )
  t.is(
    printText({
      users: [
        { id: 'a', name: 'Ann' },
        { id: 'bcd', name: 'Bo', on: true },
      ],
      next_cursor: null,
    }),
    'id   name  on\na    Ann   -\nbcd  Bo    true\n\nnext_cursor: -',
  )
  t.is(printText({ users: [], next_cursor: null }), 'no users\n\nnext_cursor: -')
})
