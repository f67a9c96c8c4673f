import { deepEqual } from 'node:assert/strict'
import { clausesBy } from '../../clauses-of.ts'
import { openSession } from '../../clients/mcp-wire.ts'
import { defineScenario } from '../../scenario.ts'
import * as postShapes from '../../schemas/posts.ts'
import { callTool, publish } from '../../steps/agent-steps.ts'
import { type MarksVector, readMarksVectors } from '../../vectors/read.ts'

const clausesOfVector = clausesBy({
  'text/plain: *': [
    'TEXT-30',
    'TEXT-31',
    'TEXT-32',
    'TEXT-37',
    'TEXT-38',
    'TEXT-39',
    'TEXT-40',
    'TEXT-42',
    'TEXT-43',
    'TEXT-53',
    'TEXT-54',
    'TEXT-55',
    'TEXT-65',
    'TEXT-66',
  ],
  'application/json: *': ['TEXT-42', 'TEXT-44'],
  'text/markdown: *': ['TEXT-42', 'TEXT-51'],
})

/** The handles that the vectors mention, which must exist on the server. */
const NAMES = ['ada', 'bob']

export const marks = defineScenario('mentions and hashtags of many scripts', async ({ check, world }) => {
  const named = await Promise.all(NAMES.map(name => world.newAgent(name)))
  const [author, asker] = [await world.newAgent('author'), await world.newAgent('asker')]
  const session = await openSession(world.http, await world.token(asker))
  const here = (text: string) => NAMES.reduce((words, name, index) => words.replaceAll(name, named[index]!.handle), text)

  const posted = async (payload: { content: string; content_type: string }, isByTool: boolean) => {
    if (!isByTool) return await publish(world, author, payload)
    return postShapes.post.parse((await callTool(session, 'post_message', payload)).structuredContent)
  }

  const read = async ({ content_type, content }: MarksVector, isByTool: boolean) => {
    const { mentions, hashtags } = await posted({ content: here(content), content_type }, isByTool)
    return { mentions: mentions.map(({ handle }) => handle), hashtags }
  }

  for (const [index, vector] of readMarksVectors().entries()) {
    await check(`${vector.content_type}: ${vector.name}`, clausesOfVector, async () => {
      const { mentions, hashtags } = vector
      deepEqual(await read(vector, index % 2 === 1), { mentions: mentions.map(here), hashtags })
    })
  }
})
