import test from 'ava'
import { homesOf, parseSource } from './bearing.ts'
import { choose } from './choice.ts'
import { parseRequirements } from './requirements.ts'

const rows = parseRequirements(
  'all.yaml',
  'follow.self: { following oneself is 422: [FOLLOW-8] }\nfeed.pages: { "* comes next": [FEED-1, PAGE-9] }',
)
const sources = [
  parseSource("defineScenario('follow', async () => { await check('follow.self', 'a', run) })"),
  parseSource("defineScenario('feed: pages', async () => { await check('feed.pages', 'a', run) })"),
]
const names = ['follow', 'feed: pages']
const chosen = (only: string) => choose(only, names, rows, sources)

test('a name of scenarios chooses them whole, and nothing else', t => {
  const choice = chosen('^follow$')!
  t.deepEqual([...choice.scenarios], ['follow'])
  t.true(choice.has('follow.other', 'anything'))
  t.deepEqual([...chosen('')!.scenarios], names)
})

test('a clause, a title or a requirement chooses its checks alone, in the scenarios that have them', t => {
  for (const only of ['page-9', 'comes next', 'feed\\.pages']) {
    const choice = chosen(only)!
    t.deepEqual([...choice.scenarios], ['feed: pages'])
    t.true(choice.has('feed.pages', 'the newest comes next'))
    t.false(choice.has('follow.self', 'following oneself is 422'))
  }
})

test('what matches nothing is told', t => {
  t.is(chosen('nonsense'), undefined)
})

test('of each clause it is known which scenarios have a check of it', t => {
  t.deepEqual(Object.fromEntries(homesOf(rows, sources)), {
    'FOLLOW-8': ['follow'],
    'FEED-1': ['feed: pages'],
    'PAGE-9': ['feed: pages'],
  })
})
