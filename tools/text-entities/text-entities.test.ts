import test from 'ava'
import { readMarksVectors } from '../../conformance/vectors/read.ts'
import { fc } from '../../testing/values/property.ts'
import { HANDLE_PATTERN } from '../agents/handle-rules.ts'
import { hashtagOf, isHashtag } from './hashtag-parser.ts'
import { readMentionedNames, readTextEntities, warningsOf } from './text-entities.ts'

const marks = (content: string, type = 'text/plain') => {
  const { mentions, hashtags } = readTextEntities(type, content)
  return { mentions, hashtags }
}

for (const { name, content_type, content, mentions, hashtags } of readMarksVectors()) {
  test(`the entities of a vector of ${content_type}: ${name}`, t => {
    t.deepEqual(marks(content, content_type), { mentions, hashtags })
  })
}

test('mentions follow the grammar of handles, in any case, without a trailing separator', t => {
  for (const [content, mentions] of [
    ['hi @Ann, @bob.', ['ann', 'bob']],
    ['(@a-b_c.d-)', ['a-b_c.d']],
    ['@ab', []],
    [`@${'a'.repeat(33)}`, []],
    [`@${'a'.repeat(32)}`, ['a'.repeat(32)]],
    [`@ann-${'a'.repeat(32)}`, ['ann']],
    ['@ann @ann @ANN', ['ann']],
    // Both become ASCII when case is ignored.
    ['@\u212Aelvin @ma\u017Fs', []],
  ] as const)
    t.deepEqual(marks(content).mentions, [...mentions], content)
})

test('hashtags are lower case and NFKC, and no longer than their page accepts', t => {
  for (const [content, hashtags] of [
    ['#Go #GO', ['go']],
    ['#Ünïcode_1', ['ünïcode_1']],
    ['#ﬁne', ['fine']],
    [`#${'ﬁ'.repeat(25)} #${'ﬁ'.repeat(26)} #ﷺ`, ['fi'.repeat(25)]],
    [`#${'𐐀'.repeat(50)}`, ['𐐨'.repeat(50)]],
  ] as const)
    t.deepEqual(marks(content).hashtags, [...hashtags], content)
})

test('the first five of each count; the rest are ignored with a warning', t => {
  const read = readTextEntities('text/plain', '@aaa @bbb @ccc @ddd @eee @fff #a #b #c #d #e #f #g #1')
  t.deepEqual(read.mentions, ['aaa', 'bbb', 'ccc', 'ddd', 'eee'])
  t.deepEqual(read.hashtags, ['a', 'b', 'c', 'd', 'e'])
  const known = read.mentions.map(handle => ({ handle }))
  t.deepEqual(warningsOf(read, known), [
    'only the first 5 mentions count; 1 were ignored',
    'only the first 5 hashtags count; 2 were ignored',
  ])
})

test('the author is warned, in order and up to a limit, of handles that do not exist', t => {
  const warningsFor = (content: string, ...known: string[]) =>
    warningsOf(
      readMentionedNames('text/plain', content),
      known.map(handle => ({ handle })),
    )
  t.deepEqual(warningsFor('@bob @Zed @andr\u00e9 @bob@host.example @zed @ab', 'bob'), [
    '@zed does not exist here',
    '@andr\u00e9 does not exist here',
    '@bob@host.example does not exist here',
    '@ab does not exist here',
  ])
  t.deepEqual(warningsFor('mail ann@example.org, https://x.example/@zed'), [])
  t.is(warningsFor(Array.from({ length: 9 }, (_, n) => `@zed${n}\u00e9`).join(' ')).length, 5)
  const [long = ''] = warningsFor(`@${'e\u0301'.repeat(9_000)}`)
  t.is(long, `@${'e\u0301'.repeat(19)}\u2026 does not exist here`)
})

const HOSTILE = [
  '[',
  '![',
  '*a',
  '*a_',
  '`',
  '`a',
  '<',
  '<a ',
  '<a b="',
  '<!--',
  '<?',
  '<pre',
  '[a](',
  '[a](<b',
  '[a](b (',
  '[a]: b\n',
  '>',
  '> ',
  '>\n',
  '- ',
  '- a\n',
  '* a\n\n',
  '1. ',
  '- ` \n',
  '&',
  '\\',
  'a\n=\n',
  'e\u0301',
  '\u0301@',
  'a@',
  '@a.',
  '@a@',
  '#\u0301',
  '#a\u200c',
  'a.',
  'a-',
  'a+',
  'a://',
  'www.',
]

// With quadratic time, twenty times the size of a post would take an hour.
test('hostile text is parsed in linear time', t => {
  const long = 500_000
  for (const part of HOSTILE) {
    const text = part.repeat(25_000 / part.length)
    for (const type of ['text/plain', 'text/markdown']) t.notThrows(() => readTextEntities(type, `${text} @ann`), part)
  }
  for (const text of [
    '[a]('.repeat(long / 4),
    '['.repeat(long / 2) + '[a](b)'.repeat(long / 12),
    '- '.repeat(long / 4) + '\n'.repeat(long / 2),
    `# a${' '.repeat(long)}b`,
    '*a_'.repeat(long / 3),
    '@a'.repeat(long / 2),
    `#a${'\u0301\u0327'.repeat(long / 2)}`,
  ]) {
    t.deepEqual(readTextEntities('text/markdown', `${text}\n\n@ann`).mentions, ['ann'], text.slice(0, 20))
  }
  const nested = `${'[['.repeat(5_000)}"@ann"${']]'.repeat(5_000)}`
  t.deepEqual(readTextEntities('application/json', nested).mentions, ['ann'])
})

const WORDS = [
  '@',
  '＠',
  '#',
  '＃',
  '`',
  '```',
  '~~~',
  '\n',
  ' ',
  '.',
  '-',
  '_',
  'a',
  'é',
  'e\u0301',
  'ж',
  '日',
  'ー',
  'ที่',
  '가',
  '1',
  '٣',
].concat([
  '\u200c',
  '\u200d',
  '❤\ufe0f',
  '\ufe0f\u20e3',
  '<b>',
  '[a](',
  ')',
  '\\',
  '&#64;',
  '&',
  '    ',
  '> ',
  '- ',
  'https://x/',
  'ann',
])

const texts = fc.oneof(
  fc.array(fc.constantFrom(...WORDS), { maxLength: 40 }).map(parts => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)
const types = fc.constantFrom('text/plain', 'text/markdown')

/** The lower case of a capital sigma depends on its position in a word. */
const sigmas = (tag: string | undefined) => tag?.replaceAll('ς', 'σ')

test('for any text, mentions are handles and hashtags have valid pages', t => {
  fc.assert(
    fc.property(types, texts, (type, text) => {
      const { mentions, hashtags, names } = readTextEntities(type, text)
      for (const handle of mentions) t.regex(handle, HANDLE_PATTERN)
      for (const tag of hashtags) {
        t.true(isHashtag(`#${tag}`), tag)
        t.is(sigmas(hashtagOf(`＃${tag.toUpperCase().toLowerCase()}`)), sigmas(tag))
        t.deepEqual(readTextEntities('text/plain', `#${tag}`).hashtags, [tag])
      }
      for (const name of names) t.true([...name].length <= 40)
    }),
    { numRuns: 2_000 },
  )
})

test('a mention or hashtag between spaces is found in any text', t => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const { mentions, hashtags } = readTextEntities('text/plain', `@zed #zed ${before} @ann #tag ${after}`)
      const rest = readTextEntities('text/plain', `@zed #zed ${before} ${after}`)
      t.true(mentions.includes('ann') || rest.mentions.length >= 5)
      t.true(hashtags.includes('tag') || rest.hashtags.length >= 5)
    }),
    { numRuns: 1_000 },
  )
})

test('Markdown in a code span or a fence is not parsed, whatever it is', t => {
  fc.assert(
    fc.property(texts, text => {
      const inner = text.replace(/`+/g, '').replace(/\s+/g, ' ')
      t.deepEqual(readTextEntities('text/markdown', `\`\` @ann ${inner} #tag \`\``), NOTHING)
      const fence = `\`\`\`\`\n${text.replaceAll('````', '')}\n@ann #tag\n\`\`\`\`\n`
      t.deepEqual(readTextEntities('text/markdown', fence), NOTHING)
    }),
    { numRuns: 1_000 },
  )
})

const NOTHING = { mentions: [], hashtags: [], excess: [], names: [] }

test('a hashtag is the same in every Unicode form, for every character', t => {
  const unlike: string[] = []
  for (let code = 0xa0; code < 0x30000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const character = String.fromCodePoint(code)
    const tag = hashtagOf(character)
    if (hashtagOf(tag) !== tag || hashtagOf(character.normalize('NFD')) !== tag) unlike.push(character)
  }
  t.deepEqual(unlike, [])
})
