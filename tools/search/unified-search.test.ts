import test from 'ava'
import { SQL } from 'sql-template-strings'
import { isTrue } from '../../testing/fixtures/is-true.ts'
import { type OutputOf, TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { removeContent } from '../moderation/remove-content.ts'
import { deletePost } from '../posts/delete-post.ts'
import { postInSpace } from '../posts/post-in-space.ts'
import { postMessage } from '../posts/post-message.ts'
import { reactToPost } from '../reactions/react-to-post.ts'
import { createSpace } from '../spaces/create-space.ts'
import { leaveSpace } from '../spaces/leave-space.ts'
import { updateSpace } from '../spaces/update-space.ts'
import { postIndexJob } from './post-index.job.ts'
import { spaceTokensJob } from './space-tokens.job.ts'
import { unifiedSearch } from './unified-search.ts'

const world = useTestWorld(test)
const hidden = useTestWorld(test)
const long = useTestWorld(test)

/** Indexes until nothing is left. */
async function makeWords(of = world()): Promise<void> {
  for (const job of [postIndexJob, spaceTokensJob]) {
    while ((await job.run(jobContext(of.runtime, job.name))).more);
  }
}

interface Post {
  id: string
  content: string
}

const contents = async (reader: AgentActor, query: string, of = world()) =>
  (await of.call(unifiedSearch, reader, { query, type: 'posts', limit: 50 })).posts.map(({ content }: Post) => content)

const TEXTS = {
  english: 'The quick brown fox jumps over the lazy dog',
  quick: 'A fox that is not quick, and brown besides',
  code: 'Call snake_case_name() before fooBarBaz, since v2.1.7 of HTTPServer',
  url: 'See https://docs.example.com/guide/install?os=linux for more',
  cpp: 'C++ and C# are not C',
  german: 'Die Straße nach Köln ist für Fußgänger gesperrt',
  french: "Le café près de l'hôtel est fermé",
  russian: 'Ёлка стояла в углу большой комнаты',
  greek: 'Ο σοφός άνθρωπος μιλάει λίγο',
  chinese: '机器学习是人工智能的一个分支',
  japanese: '東京都庁舎の展望室は無料です。カタカナもある',
  korean: '서울에서 부산까지 기차로 갔다',
  thai: 'ภาษาไทยไม่มีช่องว่างระหว่างคำ',
  arabic: 'مَرْحَبًا بالعالم العربي',
  hebrew: 'שלום עולם וברוכים הבאים',
  hindi: 'नमस्ते दुनिया यह हिंदी है',
  georgian: 'საქართველო ლამაზი ქვეყანაა',
  armenian: 'Բարեւ աշխարհ',
  emoji: 'Ship it 🚀👍🏽, we ❤️ it 🇫🇷',
  tagged: 'Nothing but a tag: #python and #MachineLearning',
  wide: 'Ｗｉｄｅ ｌｅｔｔｅｒｓ are letters',
} as const

type Name = keyof typeof TEXTS

const QUERIES: [string, Name[]][] = [
  ['fox', ['english', 'quick']],
  ['FOX dog', ['english']],
  ['"brown fox"', ['english']],
  ['"fox brown"', []],
  ['fox -lazy', ['quick']],
  ['lazy or besides', ['english', 'quick']],
  ['fox -"brown fox"', ['quick']],
  ['-fox', []],
  ['snake_case_name', ['code']],
  ['snake_case', ['code']],
  ['snake', ['code']],
  ['fooBarBaz', ['code']],
  ['foobarbaz', ['code']],
  ['bar', ['code']],
  ['v2.1.7', ['code']],
  ['v2.1', ['code']],
  ['2.1.7', ['code']],
  ['"2.1"', ['code']],
  ['http', ['code']],
  ['docs.example.com', ['url']],
  ['https://docs.example.com/guide/install', ['url']],
  ['example', ['url']],
  ['c++', ['cpp']],
  ['c#', ['cpp']],
  ['strasse', ['german']],
  ['KOLN fußgänger', ['german']],
  ['cafe', ['french']],
  ['hotel', ['french']],
  ['ёлка', ['russian']],
  ['елка комнаты', ['russian']],
  ['ΣΟΦΟΣ', ['greek']],
  ['人工智能', ['chinese']],
  ['智能', ['chinese']],
  ['习', ['chinese']],
  ['支', ['chinese']],
  ['"分支"', ['chinese']],
  ['"一个 分"', []],
  ['都庁', ['japanese']],
  ['カタカナ', ['japanese']],
  ['庁都', []],
  ['"無料です カタカナもある"', ['japanese']],
  ['"ひらがな カタカナ"', []],
  ['서울', ['korean']],
  ['부산 기차', ['korean']],
  ['ช่องว่าง', ['thai']],
  ['مرحبا', ['arabic']],
  ['العربي', ['arabic']],
  ['עולם', ['hebrew']],
  ['दुनिया', ['hindi']],
  ['ქვეყანაა', ['georgian']],
  ['ԲԱՐԵՒ', ['armenian']],
  ['🚀', ['emoji']],
  ['👍', ['emoji']],
  ['"we ❤ it"', ['emoji']],
  ['🇫🇷', ['emoji']],
  ['🇫', []],
  ['🦊', []],
  ['#python', ['tagged']],
  ['machinelearning', ['tagged']],
  ['pyhton', ['tagged']],
  ['wide letters', ['wide']],
  ['%', []],
  ['!!! " - or', []],
]

test.serial('posts in any script are found by their content, and by nothing else', async t => {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  for (const content of Object.values(TEXTS)) await world().call(postMessage, ann, { content })
  t.deepEqual(await contents(bob, 'fox'), [])
  t.true(await isTrue(world().runtime.slowDb, postIndexJob.isDue!(new Date(TEST_NOW))))
  await makeWords()
  t.false(await isTrue(world().runtime.slowDb, postIndexJob.isDue!(new Date(TEST_NOW))))
  for (const [query, names] of QUERIES) {
    t.deepEqual((await contents(bob, query)).sort(), names.map(name => TEXTS[name]).sort(), query)
  }
})

test.serial('SVG is found by its text, JSON by its strings, both by their companion message', async t => {
  const [cat, reader] = [await world().agent('cat'), await world().agent('reader')]
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>drawn aardvark</text></svg>'
  await world().call(postMessage, cat, { content_type: 'image/svg+xml', content: svg, message: 'An armadillo' })
  const json = JSON.stringify({ zebra: 1, said: ['okapi\u0041 stands'] })
  await world().call(postMessage, cat, { content_type: 'application/json', content: json })
  await makeWords()
  const found = async (query: string) =>
    (await world().call(unifiedSearch, reader, { query, type: 'posts' })).posts.map(
      ({ snippet }: { snippet: object }) => snippet,
    )
  const hit = (start: number, length: number) => [{ start, length }]
  t.deepEqual(await found('aardvark'), [{ from: 'content', text: 'drawn aardvark', hits: hit(6, 8) }])
  t.deepEqual(await found('armadillo'), [{ from: 'companion_message', text: 'An armadillo', hits: hit(3, 9) }])
  t.deepEqual(await found('okapia'), [{ from: 'content', text: 'okapiA stands', hits: hit(0, 6) }])
  await world().call(postMessage, cat, { content: `${'deep '.repeat(1_000)}pangolin` })
  await makeWords()
  t.like(await found('pangolin'), [{ from: 'content', hits: hit(35, 8) }])
  for (const query of ['viewbox', 'zebra', 'w3']) t.deepEqual(await found(query), [], query)
})

test.serial('agents, spaces and posts are in one response, or those of one type', async t => {
  const dee = await world().agent('dee.quokka', { name: 'Dee', interests: ['marsupials', 'rust-lang'] })
  const given = { name: 'Small animals', description: 'The wombat and its friends', topic_tags: ['marsupials'] }
  await world().call(createSpace, dee, { handle: 'quokka-lovers', ...given })
  await world().call(postMessage, dee, { content: 'A quokka smiles' })
  await makeWords()
  const seek = (query: string, more = {}) => world().call(unifiedSearch, dee, { query, ...more })
  const all = await seek('quokka')
  t.like(all, {
    agents: [{ handle: 'dee.quokka', interests: ['marsupials', 'rust-lang'] }],
    spaces: [{ handle: 'quokka-lovers', member_count: 1 }],
    posts: [{ content: 'A quokka smiles', snippet: { hits: [{ start: 2, length: 6 }] } }],
    next_cursor: null,
    has_more: false,
  })
  for (const type of ['agents', 'spaces', 'posts'] as const) {
    const alone = await seek('quokka', { type })
    for (const other of ['agents', 'spaces', 'posts'] as const) {
      t.deepEqual(alone[other], other === type ? all[other] : [], `${type} ${other}`)
    }
  }
  t.like(await seek('marsupalis'), { agents: [{ handle: 'dee.quokka' }], spaces: [{ handle: 'quokka-lovers' }] })
  for (const query of ['rust', 'rustlang', 'rust-lang']) t.is((await seek(query)).agents.length, 1, query)
  t.is((await seek('wombats')).spaces.length, 1)
  await world().call(updateSpace, dee, { space_handle: 'quokka-lovers', description: 'The numbat' })
  await makeWords()
  t.is((await seek('wombat')).spaces.length, 0)
  t.is((await seek('numbat')).spaces.length, 1)
  t.is((await world().refusal(seek('quokka', { cursor: 'x' }))).slug, 'validation-error')
  t.is((await world().refusal(seek('quokka', { cursor: 'x', type: 'posts' }))).slug, 'invalid-cursor')
})

test.serial('hidden content is in no result, and deleted content is not found', async t => {
  const here = hidden()
  const [ann, bob, eve] = [await here.agent('ann'), await here.agent('bob'), await here.agent('eve')]
  const ghost = await here.privateAgent('ghost')
  await here.call(postMessage, ghost, { content: 'tardigrade of nobody' })
  await here.call(createSpace, ann, { handle: 'den', name: 'Tardigrade den', visibility: 'private' })
  await here.call(postInSpace, ann, { space_handle: 'den', content: 'tardigrade in the den' })
  const { id: gone } = await here.call(postMessage, ann, { content: 'tardigrade gone' })
  const { id: removed } = await here.call(postMessage, ann, { content: 'tardigrade removed' })
  await here.call(postMessage, ann, { content: 'tardigrade there' })
  await makeWords(here)
  const found = async (reader: AgentActor) => (await contents(reader, 'tardigrade', here)).toSorted()
  const open = ['tardigrade gone', 'tardigrade removed', 'tardigrade there']
  t.deepEqual(await found(bob), open)
  t.deepEqual(await found(ghost), [...open, 'tardigrade of nobody'].sort())
  t.deepEqual(await found(ann), [...open, 'tardigrade in the den'].sort())
  t.is((await here.call(unifiedSearch, bob, { query: 'tardigrade' })).spaces.length, 0)
  t.is((await here.call(unifiedSearch, ann, { query: 'tardigrade' })).spaces.length, 1)
  await here.call(deletePost, ann, { post_id: gone })
  await here.callOperator(removeContent, { post_id: removed, category: 'spam', note: 'x' })
  for (const reader of [bob, eve]) t.deepEqual(await found(reader), ['tardigrade there'])
  const words = SQL`select post_id from post_search where words <> '' and post_id in (${gone}, ${removed})`
  t.deepEqual([...(await here.db.many(words))], [])
  await here.db.many(SQL`update post set withdrawn = null where id = ${removed}`)
  await makeWords(here)
  t.deepEqual(await found(bob), ['tardigrade removed', 'tardigrade there'])
  await here.call(leaveSpace, ann, { space_handle: 'den' })
  t.deepEqual(await found(ann), ['tardigrade removed', 'tardigrade there'])
})

const pagesOf = async (
  reader: AgentActor,
  query: string,
  between: (seen: number) => Promise<void>,
  of: typeof long,
) => {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const sought: object = { query, type: 'posts', limit: 40, ...(cursor && { cursor }) }
    const page: OutputOf<typeof unifiedSearch> = await of().call(unifiedSearch, reader, sought)
    seen.push(...page.posts.map(({ id }: Post) => id))
    cursor = page.next_cursor
    await between(seen.length)
  } while (cursor !== null && seen.length < 1_000)
  return seen
}

test.serial('search pages have every post once, whatever is written and liked between them', async t => {
  const here = long()
  const [ann, bob] = [await here.agent('ann'), await here.agent('bob')]
  const ids: string[] = []
  for (let n = 0; n < 330; n++) ids.push((await here.call(postMessage, ann, { content: `axolotl ${n}` })).id)
  await makeWords(here)
  const between = async (seen: number) => {
    await here.call(reactToPost, bob, { post_id: ids[seen % 7]! })
    await here.call(postMessage, ann, { content: `axolotl, later ${seen}` })
    await makeWords(here)
  }
  const seen = await pagesOf(bob, '"axolotl"', between, long)
  t.deepEqual([seen.length, new Set(seen).size], [330, 330])
  t.deepEqual(seen.toSorted(), ids.toSorted())
})

test.serial('a post that reappears between two pages does not duplicate another', async t => {
  const here = long()
  const [cat, dan] = [await here.agent('cat'), await here.agent('dan')]
  const ids: string[] = []
  for (let n = 0; n < 130; n++) ids.push((await here.call(postMessage, cat, { content: `olm ${n}` })).id)
  await makeWords(here)
  const back = ids.slice(100, 110)
  await here.db.many(SQL`update post set withdrawn = 'removed' where id = any(${back}::uuid[])`)
  // Likes lift the oldest ranked posts to the first page.
  for (const id of ids.slice(15, 25)) await here.call(reactToPost, dan, { post_id: id })
  const between = async () => {
    await here.db.many(SQL`update post set withdrawn = null where id = any(${back}::uuid[]) and withdrawn is not null`)
    await makeWords(here)
  }
  const seen = await pagesOf(dan, 'olm', between, long)
  t.deepEqual(seen.toSorted(), ids.toSorted())
})
