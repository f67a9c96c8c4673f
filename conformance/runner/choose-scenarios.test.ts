import test from 'ava'
import { parseProtocol } from '../protocol.ts'
import { choose } from './choose-scenarios.ts'
import { filesProving, parseSource } from './scenarios-by-clause.ts'

const parts = parseProtocol([
  ['feed.md', '# Feed\n\n- **FEED-1** A.\n'],
  ['follow.md', '# Follow\n\n- **FOLLOW-8** A.\n'],
  ['paging.md', '# Paging\n\n- **PAGE-9** A.\n'],
])
const FOLLOW = "await check('following oneself is 422', ['FOLLOW-8'], run)"
const FEED = "for (const what of ['the newest']) await check(`${what} comes next`, ['FEED-1', 'PAGE-9'], run)"
const sources = [
  parseSource(`defineScenario('follow', async () => { ${FOLLOW} })`, parts),
  parseSource(`defineScenario('feed: pages', async () => { ${FEED} })`, parts),
]
const names = ['follow', 'feed: pages']
const chosen = (only: string) => choose(only, names, sources)

test('a name of scenarios chooses them whole, and nothing else', t => {
  const choice = chosen('^follow$')!
  t.deepEqual([...choice.scenarios], ['follow'])
  t.true(choice.has('anything', []))
  t.deepEqual([...chosen('')!.scenarios], names)
})

test('a clause or a title chooses its checks alone, in the scenarios that have them', t => {
  for (const only of ['page-9', 'comes next', 'the newest']) {
    const choice = chosen(only)!
    t.deepEqual([...choice.scenarios], ['feed: pages'])
    t.true(choice.has('the newest comes next', ['FEED-1', 'PAGE-9']))
    t.false(choice.has('following oneself is 422', ['FOLLOW-8']))
  }
})

test('a pattern that matches nothing is reported', t => {
  t.is(chosen('nonsense'), undefined)
})

test('of each clause it is known which scenarios have a check of it', t => {
  t.deepEqual(Object.fromEntries(filesProving(sources)), {
    'FOLLOW-8': ['follow'],
    'FEED-1': ['feed: pages'],
    'PAGE-9': ['feed: pages'],
  })
})
