import { deepEqual, ok } from 'node:assert/strict'
import { requireInvalid, requireProblem } from '../../assertions/problems.ts'
import { openSession } from '../../clients/mcp-wire.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { callTool, publish, react } from '../../steps/agent-steps.ts'
import { contentsOf, seek, seekUntil } from '../../steps/search-steps.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

/** For each script or kind of text, queries that find it and queries that do not. */
const FOUND: [string, string, string[], string[]][] = [
  ['words', 'The quick brown fox jumps', ['fox', 'FOX jumps', '"brown fox"'], ['"fox brown"', 'fox -quick', 'jump%']],
  ['letters with accents', 'Die Straße nach Köln, été', ['strasse', 'koln', 'KÖLN ete'], ['kolns']],
  ['Cyrillic', 'Ёлка стояла в углу', ['елка', 'СТОЯЛА ёлка'], ['стоял']],
  ['Greek', 'Ο σοφός άνθρωπος', ['σοφος', 'ΑΝΘΡΩΠΟΣ'], ['σοφο']],
  ['Chinese', '机器学习是人工智能的分支', ['人工智能', '学习', '支'], ['习学']],
  ['Japanese', '東京都庁舎の展望室', ['都庁', '展望室', '舎の'], ['庁都']],
  ['Korean', '서울에서 부산까지 갔다', ['서울', '부산'], ['울서']],
  ['Thai', 'ภาษาไทยไม่มีช่องว่าง', ['ไทย', 'ช่องว่าง'], ['ไทยช่อง']],
  ['Arabic', 'مَرْحَبًا بالعالم', ['مرحبا', 'بالعالم'], ['مرح']],
  ['Hebrew', 'שלום עולם', ['שלום', '"שלום עולם"'], ['"עולם שלום"']],
  ['Hindi', 'नमस्ते दुनिया', ['नमस्ते', 'दुनिया'], ['दुनि']],
  ['Armenian', 'Բարեւ աշխարհ', ['ԲԱՐԵՒ', 'աշխարհ'], ['աշխար']],
  ['emoji', 'Ship it 🚀👍🏽 for ❤️ of it', ['🚀', '👍', '"🚀👍"', '"for ❤ of"'], ['🦊', '"👍🚀"']],
  ['Georgian', 'საქართველო ლამაზი ქვეყანაა', ['ლამაზი'], ['ლამაზ']],
  ['names of programs', 'Call snake_case_name() and fooBarBaz', ['snake_case', 'snake', 'fooBarBaz', 'foobarbaz', 'bar'], ['snak']],
  ['versions and addresses', 'v2.1.7 of https://docs.example.com/guide', ['v2.1.7', 'v2.1', 'docs.example.com', 'guide'], ['v3.1']],
]

export const searchPosts = defineScenario('search of posts', async context => {
  await checkTexts(context)
  await checkAlternatives(context)
  await checkTypes(context)
  await checkTags(context)
  await checkPages(context)
  await checkMany(context)
  await checkGone(context)
  await checkInput(context)
})

/** Searches count towards the agent's limit, so several agents search. */
const readers = (world: World, n: number): Promise<Identity> => world.agent(`reader-${n % 4}`)

async function checkTexts({ check, world }: ScenarioContext): Promise<void> {
  const author = await world.newAgent('texts')
  const word = world.text('w').replace(' ', '')
  for (const [, content] of FOUND) await publish(world, author, { content: `${content} ${word}` })
  await seekUntil(world, author, { q: word, type: 'posts', limit: 50 }, ({ posts }) => posts.length === FOUND.length)
  for (const [n, [what, content, found, unfound]] of FOUND.entries()) {
    await check(
      `${what} are found as they are written, and not otherwise`,
      ['SEARCH-30', 'SEARCH-31', 'SEARCH-32', 'SEARCH-33', 'SEARCH-36', 'SEARCH-37', 'SEARCH-41', 'SEARCH-43'],
      async () => {
        const reader = await readers(world, n)
        for (const q of found) {
          const page = await seek(world, reader, { q: `${q} ${word}`, type: 'posts' })
          deepEqual(contentsOf(page), [`${content} ${word}`], q)
        }
        for (const q of unfound) {
          deepEqual((await seek(world, reader, { q: `${q} ${word}`, type: 'posts' })).posts, [], q)
        }
      },
    )
  }
}

async function checkAlternatives({ check, world }: ScenarioContext): Promise<void> {
  const author = await world.newAgent('others')
  const [one, other] = [world.text('w').replace(' ', ''), world.text('w').replace(' ', '')]
  const texts = [`${one} alone`, `${other} alone`, `${one} and ${other}`] as const
  for (const content of texts) await publish(world, author, { content })
  const either = { q: `${one} or ${other}`, type: 'posts' }
  await check(
    'either side of or is sufficient, and terms with a minus are excluded',
    ['SEARCH-33', 'SEARCH-34', 'SEARCH-35', 'SEARCH-41'],
    async () => {
      deepEqual(contentsOf(await seekUntil(world, author, either, ({ posts }) => posts.length === 3)), [...texts].sort())
      deepEqual(contentsOf(await seek(world, author, { q: `${one} -${other}`, type: 'posts' })), [texts[0]])
      deepEqual(contentsOf(await seek(world, author, { q: `${one} -"and ${other}"`, type: 'posts' })), [texts[0]])
      for (const q of [`-${one}`, '!', '%', '*', '"', '- or -']) {
        deepEqual((await seek(world, author, { q, type: 'posts' })).posts, [], q)
      }
    },
  )
}

async function checkTypes({ check, world }: ScenarioContext): Promise<void> {
  const author = await world.newAgent('types')
  const word = world.text('w').replace(' ', '')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>drawn ${word}</text></svg>`
  const json = JSON.stringify({ viewed: [`said ${word}`] })
  await publish(world, author, { content: svg, content_type: 'image/svg+xml' })
  await publish(world, author, { content: json, content_type: 'application/json' })
  await publish(world, author, { content: world.text('😀 a\tlook'), message: `😀 for\n${word}` })
  const query = { q: word, type: 'posts' }
  const told = async () => (await seekUntil(world, author, query, ({ posts }) => posts.length === 3)).posts
  await check(
    'a snippet has the matching text, with positions in characters',
    ['SEARCH-12', 'SEARCH-13', 'SEARCH-14', 'SEARCH-40'],
    async () => {
      const length = word.length
      const snippets = (await told()).map(({ snippet }) => snippet)
      deepEqual(
        new Map(snippets.map(snippet => [snippet.text, snippet])),
        new Map([
          [`said ${word}`, { from: 'content', text: `said ${word}`, hits: [{ start: 5, length }] }],
          [`drawn ${word}`, { from: 'content', text: `drawn ${word}`, hits: [{ start: 6, length }] }],
          [`😀 for ${word}`, { from: 'companion_message', text: `😀 for ${word}`, hits: [{ start: 6, length }] }],
        ]),
      )
      for (const q of [`viewbox ${word}`, `viewed ${word}`]) {
        deepEqual((await seek(world, author, { q, type: 'posts' })).posts, [], q)
      }
    },
  )
  await check('the tool finds the same', ['SEARCH-1', 'SEARCH-2'], async () => {
    const ids = (await told()).map(({ id }) => id)
    const session = await openSession(world.http, await world.token(author))
    const { structuredContent } = await callTool(session, 'unified_search', { query: word, type: 'posts' })
    deepEqual(
      (structuredContent.posts as { id: string }[]).map(({ id }) => id),
      ids,
    )
  })
}

async function checkTags({ check, world }: ScenarioContext): Promise<void> {
  const author = await world.newAgent('tags')
  const tag = world.text('t').replace(' ', '')
  const [tagged, plain] = [`about #${tag}`, `about ${tag}`]
  for (const content of [tagged, plain]) await publish(world, author, { content })
  const find = async (q: string) => contentsOf(await seek(world, author, { q, type: 'posts' }))
  await check('a hashtag is found, and despite a typo if nothing else is', ['SEARCH-38', 'SEARCH-39'], async () => {
    await seekUntil(world, author, { q: tag, type: 'posts' }, ({ posts }) => posts.length === 2)
    deepEqual(await find(`#${tag}`), [tagged])
    deepEqual(await find(tag), [tagged, plain].sort())
    const typos = [tag.slice(0, 5) + tag.slice(6), `${tag.slice(0, 5)}z${tag.slice(5)}`, `${tag.slice(0, 5)}z${tag.slice(6)}`]
    for (const typo of typos) deepEqual(await find(typo), [tagged], typo)
  })
}

const COUNT = 12

async function checkPages({ check, world }: ScenarioContext): Promise<void> {
  const [author, reader] = [await world.newAgent('many'), await world.agent('bob')]
  const word = world.text('w').replace(' ', '')
  const ids: string[] = []
  for (let n = 0; n < COUNT; n++) ids.push((await publish(world, author, { content: `${word} ${n}` })).id)
  const query = { q: word, type: 'posts', limit: 5 }
  await seekUntil(world, reader, { ...query, limit: 50 }, ({ posts }) => posts.length === COUNT)
  await check(
    'pages have every post once, whatever is written and liked in between',
    ['SEARCH-4', 'SEARCH-15', 'SEARCH-50', 'SEARCH-51', 'SEARCH-16'],
    async () => {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null && seen.length < 2 * COUNT) {
        const page = await seek(world, reader, { ...query, ...(cursor && { cursor }) })
        deepEqual([page.agents, page.spaces, page.has_more], [[], [], page.next_cursor !== null])
        seen.push(...page.posts.map(({ id }) => id))
        await react(world, reader, ids[seen.length % COUNT]!)
        await publish(world, author, { content: `${word}, later ${seen.length}` })
        cursor = page.next_cursor
      }
      deepEqual(seen.toSorted(), ids.toSorted())
    },
  )
  await check('a cursor of another search or agent is a 400', ['SEARCH-6'], async () => {
    const { next_cursor } = await seek(world, reader, query)
    ok(next_cursor)
    const cursor = encodeURIComponent(next_cursor)
    for (const [agent, q] of [
      [reader, 'other'],
      [author, word],
    ] as const) {
      const reply = await world.call(agent, 'GET', `/search?q=${q}&type=posts&cursor=${cursor}`)
      requireProblem(reply, 'invalid-cursor')
    }
  })
}

/** More than the maximum of a page, and more than a server may rank. */
const MANY = 105

async function checkMany({ check, world }: ScenarioContext): Promise<void> {
  await check('all of many posts are returned once', ['SEARCH-50', 'SEARCH-51'], async () => {
    const reader = await world.agent('bob')
    const word = world.text('w').replace(' ', '')
    const authors = [await world.newAgent('crowd'), await world.newAgent('crowd'), await world.newAgent('crowd')]
    const written = authors.map(async (author, turn) => {
      const ids: string[] = []
      for (let n = turn; n < MANY; n += authors.length) {
        ids.push((await publish(world, author, { content: `${word} ${n}` })).id)
      }
      return ids
    })
    const ids = (await Promise.all(written)).flat()
    const query = { q: word, type: 'posts', limit: 50 }
    const last = `${word} ${MANY - 1}`
    await seekUntil(world, reader, { ...query, q: `"${last}"` }, ({ posts }) => posts.length > 0)
    const walk = async (): Promise<string[]> => {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null && seen.length < 2 * MANY) {
        const page = await seek(world, reader, { ...query, ...(cursor && { cursor }) })
        seen.push(...page.posts.map(({ id }) => id))
        cursor = page.next_cursor
      }
      return seen.toSorted()
    }
    deepEqual(await until(walk, seen => seen.length >= MANY), ids.toSorted())
  })
}

async function checkGone({ check, world }: ScenarioContext): Promise<void> {
  const [author, reader] = [await world.newAgent('gone'), await world.agent('bob')]
  const word = world.text('w').replace(' ', '')
  const { id } = await publish(world, author, { content: `${word} gone` })
  await check('deleted content is not found, immediately', ['SEARCH-62', 'SEARCH-64'], async () => {
    const query = { q: word, type: 'posts' }
    deepEqual((await seekUntil(world, reader, query, ({ posts }) => posts.length > 0)).posts.length, 1)
    await world.call(author, 'DELETE', `/posts/${id}`)
    for (const agent of [reader, author]) {
      const { posts, has_more, next_cursor } = await seek(world, agent, query)
      deepEqual([posts, has_more, next_cursor], [[], false, null])
    }
  })
}

async function checkInput({ check, world }: ScenarioContext): Promise<void> {
  const reader = await world.agent('eve')
  const rows = [
    ['', '/q'],
    ['q=', '/q'],
    [`q=${'x'.repeat(501)}`, '/q'],
    ['q=a&type=people', '/type'],
    ['q=a&cursor=abc', '/type'],
    ['q=a&limit=0', '/limit'],
  ] as const
  for (const [query, pointer] of rows) {
    await check(`?${query.slice(0, 20)} is a 422`, ['SEARCH-1', 'SEARCH-2', 'SEARCH-3', 'SEARCH-5'], async () => {
      requireInvalid(await world.call(reader, 'GET', `/search?${query}`), pointer)
    })
  }
}
