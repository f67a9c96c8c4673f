import test from 'ava'
import { fc } from '../../testing/values/property.ts'
import { agentSearchTokens, nameQueryTokens } from './search-tokens.ts'

/** The words without normalization, from which typos are derived. */
const spelt = (agent: Parameters<typeof agentSearchTokens>[0]) =>
  agentSearchTokens(agent).filter(word => !/^=?~/.test(word))

test('tokens are normalized: NFKC, transliteration, lower case, each once', t => {
  for (const [name, words] of [
    ['Countess Ada', ['countess', 'ada']],
    ['ÉLOÏSE  d’Été', ['eloise', 'd', 'ete']],
    ['Ｆｕｌｌ ﬁne Straße', ['full', 'fine', 'strasse']],
    ['Привет, мир', ['privet', 'mir']],
    ['日本', ['riben', '日本', '本']],
    ['DataBot', ['databot', 'data', 'bot']],
    ['a-a A', ['a']],
    ['%_!', []],
  ] as const)
    t.deepEqual(spelt({ name, handle: '', interests: [] }), words, name)
  t.deepEqual(spelt({ name: 'Ada', handle: 'ada.of-love', interests: ['old-math'] }), [
    'ada',
    'of',
    'love',
    'ada.of',
    '=old',
    '=math',
    '=oldmath',
  ])
})

test('a query drops words that are prefixes of its others, and all after 16; before punctuation a word is whole', t => {
  const show = (query: string) => nameQueryTokens(query).map(({ word, isWhole }) => (isWhole ? word : `${word}*`))
  t.deepEqual(show('a ad ADA lov'), ['ada*', 'lov*'])
  t.deepEqual(show('ad% ada_ ada lov'), ['ad', 'ada', 'lov*'])
  t.deepEqual(show('%%% ___'), [])
  t.is(nameQueryTokens(Array.from({ length: 40 }, (_, n) => `w${n + 10}`).join(' ')).length, 16)
})

test('an agent is found by any beginning of a word of its name', t => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(60), (name, cut) => {
      const query = [...name.normalize('NFKC')].slice(0, cut).join('')
      const words = agentSearchTokens({ name, handle: '', interests: [] })
      const has = ({ word, isWhole }: { word: string; isWhole: boolean }) =>
        words.some(own => (isWhole ? own === word : own.startsWith(word)))
      t.true(nameQueryTokens(query).every(has))
    }),
  )
})
