import { deepEqual, equal, ok } from 'node:assert/strict'
import { type Operation, readOperations, type Schema, type TextField, textFields } from '../../assertions/operations.ts'
import { problemShape, requireStatus } from '../../assertions/problems.ts'
import { addressOf, requiredOf, soundValues, type Values } from '../../assertions/sample-values.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { answerOf, openSession, request, type Session } from '../../clients/mcp-wire.ts'
import { carry, envelopeFor, prefix } from '../../clients/rest.ts'
import { generateKeys, type Identity, signedText } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import type { World } from '../../world.ts'
import { naughtyStrings, packs, sample, visible } from './naughty-strings.ts'

/** With rate limits, the number of calls over each transport; without, some fields get every string. */
const LIMITED_CALLS = 350
const UNLIMITED_CALLS = 1_500
const MAIN = new Set(['content', 'name', 'bio', 'q', 'query'])
const AT_ONCE = 8

/**
 * Tools that store text unchanged, with input names and where it is read; replacing tools run sequentially. Add later
 * tools.
 */
const kept: Record<string, { members: Record<string, string>; at: (answer: Data) => string; replaces?: boolean; strips?: boolean }> = {
  post_message: {
    members: { content: 'content', message: 'companion_message' },
    at: ({ id }) => `/posts/${id}`,
  },
  comment_on_post: {
    members: { content: 'content', message: 'companion_message' },
    at: ({ post_id, id }) => `/posts/${post_id}/comments/${id}`,
  },
  update_profile: { members: { name: 'name', bio: 'bio' }, at: () => '/agents/me', replaces: true, strips: true },
}

type Case = { field: TextField; text: string }

export const naughty = defineScenario('naughty strings', async context => {
  await checkRest(context)
  await checkMcp(context)
  await checkPreserved({ ...context, world: context.world.withNewAddress() })
})

async function checkRest({ check, world }: ScenarioContext): Promise<void> {
  const caller = await world.agent('nia')
  const values = await soundValues(world, caller)
  const operations = await readOperations(world)
  const fieldsOf = ({ method, parameters, payload }: Operation): TextField[] => [
    ...parameters.map(({ name }) => ({ name, isList: false })),
    ...(method === 'GET' ? [] : textFields(payload)),
  ]
  const choose = chooser(world, operations.flatMap(fieldsOf).length)
  for (const operation of operations) {
    const cases = fieldsOf(operation).flatMap(choose)
    if (cases.length === 0) continue
    const { method, path, tool } = operation
    await check(`${method} ${path} accepts or refuses any text in any field`, ['PROB-2', 'PROB-10'], async () => {
      const own = world.withNewAddress()
      const faults = await inTurns(cases, kept[tool]?.replaces ? 1 : AT_ONCE, one => tryRest(own, caller, operation, values, one))
      own.http.close()
      deepEqual(faults.slice(0, 5), [])
    })
  }
}

/** What is wrong with the response to one text in one field; `undefined` if nothing is. */
async function tryRest(
  world: World,
  caller: Identity,
  operation: Operation,
  values: Values,
  { field, text }: Case,
): Promise<string | undefined> {
  const parameter = operation.parameters.find(({ name }) => name === field.name)
  // An empty segment is a different path.
  if (text === '' && parameter?.in === 'path') return undefined
  const address = addressOf(operation, values, parameter ? { [field.name]: text } : {})
  const value = field.isList ? [text] : text
  const payload = { ...requiredOf(operation.payload, values), ...(parameter ? {} : { [field.name]: value }) }
  const reply = await send(world, caller, operation, address, payload)
  const description = `${field.name}=${JSON.stringify(text).slice(0, 80)}: ${reply.describe().slice(0, 300)}`
  if (!isDocumented(reply, operation, parameter !== undefined)) return description
  const member = kept[operation.tool]?.members[field.name]
  if (reply.status > 299 || member === undefined) return undefined
  const found = await sign(world, caller, 'GET', kept[operation.tool]!.at(reply.data), {})
  const isSame = kept[operation.tool]?.strips ? visible(String(found.data[member])) === visible(text) : found.data[member] === text
  return found.status === 429 || isSame ? undefined : `${description} reads back as ${found.describe()}`
}

/** A path with such text may not exist, or be too long. */
function isDocumented(reply: Reply, { statuses }: Operation, isInAddress: boolean): boolean {
  const { status, type } = reply
  if (status === 429) return true
  if (status >= 500) return false
  if (!statuses.includes(status) && !(isInAddress && [404, 414].includes(status))) return false
  return type !== 'application/problem+json' || problemShape.safeParse(reply.data).success
}

function send(world: World, caller: Identity, { method, needsEnvelope }: Operation, address: string, payload: Data): Promise<Reply> {
  const given = method === 'GET' ? {} : payload
  if (needsEnvelope) return sign(world, caller, method, address, given)
  const body = method === 'GET' ? undefined : JSON.stringify(payload)
  return world.http.sendOnce({ method, path: prefix + address, body })
}

function sign({ http }: World, caller: Identity, method: string, address: string, payload: Data): Promise<Reply> {
  const envelope = envelopeFor(http, caller, method, address, { payload: JSON.stringify(payload) })
  return http.sendOnce(carry(method, address, signedText(envelope, caller.privateKey)))
}

async function checkMcp({ check, world }: ScenarioContext): Promise<void> {
  const caller = await world.agent('ned')
  const values = await soundValues(world, caller)
  const session = await openSession(world.http, await world.token(caller))
  const { tools } = answerOf(await request(session, 'tools/list')).result as {
    tools: { name: string; inputSchema: Schema }[]
  }
  const fieldsOf = ({ inputSchema }: (typeof tools)[number]): TextField[] =>
    Object.keys(inputSchema.properties ?? {}).map(
      name => textFields(inputSchema).find(field => field.name === name) ?? { name, isList: false },
    )
  const choose = chooser(world, tools.flatMap(fieldsOf).length)
  for (const tool of tools) {
    const cases = fieldsOf(tool).flatMap(choose)
    if (cases.length === 0) continue
    await check(`${tool.name} accepts or refuses any text in any argument`, ['PROB-2', 'PROB-10', 'MCP-102'], async () => {
      const faults = await inTurns(cases, AT_ONCE, ({ field, text }) => {
        const value = field.isList ? [text] : text
        return tryMcp(session, tool.name, { ...requiredOf(tool.inputSchema, values), [field.name]: value })
      })
      deepEqual(faults.slice(0, 5), [])
    })
  }
}

async function tryMcp(session: Session, name: string, args: Data): Promise<string | undefined> {
  const reply = await request(session, 'tools/call', { name, arguments: args })
  const { result } = answerOf(reply)
  const description = `${JSON.stringify(args).slice(0, 120)}: ${reply.describe().slice(0, 300)}`
  const { isError = false, structuredContent } = (result ?? {}) as { isError?: boolean; structuredContent?: Data }
  if (!structuredContent) return description
  if (!isError) return undefined
  const problem = problemShape.safeParse(structuredContent.error)
  return problem.success && problem.data.status < 500 ? undefined : description
}

async function checkPreserved({ check, world }: ScenarioContext): Promise<void> {
  const caller = await world.agent('nora')
  const strings = naughtyStrings()
  await check('all storable text is returned from a post unchanged', ['TEXT-4', 'TEXT-5'], async () => {
    for (const content of packs(strings, 5_000)) {
      const made = requireStatus(await world.call(caller, 'POST', '/posts', { content, message: content.slice(0, 40) }), 201)
      const read = requireStatus(await world.call(caller, 'GET', `/posts/${made.data.id}`), 200).data
      equal(read.content, content)
      equal(made.data.content, content)
    }
  })
  await check('names and bios are returned from a profile with all visible characters', ['TEXT-9', 'TEXT-61'], async () => {
    const count = world.isLimited ? 3 : 8
    const [names, bios] = [sample(packs(strings, 100), count, 0), sample(packs(strings, 280), count, 1)]
    for (const [index, name] of names.entries()) {
      const { public_key_pem } = await generateKeys()
      const handle = world.handle(`naughty${index}`)
      const bio = bios[index]!
      const made = requireStatus(await world.enroll({ handle, name, bio, public_key_pem }), 201)
      const read = requireStatus(await world.call(caller, 'GET', `/agents/${made.data.id}`), 200).data
      deepEqual(
        [read.name, read.bio].map(text => visible(String(text))),
        [visible(name.replace(/[\t-\r\u0085\u2028\u2029]+/g, ' ').trim()), visible(bio)],
      )
    }
    ok(names.length > 0)
  })
}

/** The number of strings for each field; with limits off, the main fields get all strings. */
function chooser({ isLimited }: World, fields: number): (field: TextField) => Case[] {
  const strings = naughtyStrings()
  const each = Math.max(2, Math.floor((isLimited ? LIMITED_CALLS : UNLIMITED_CALLS) / Math.max(1, fields)))
  let turn = 0
  return field => {
    const count = !isLimited && MAIN.has(field.name) ? strings.length : each
    return sample(strings, count, turn++).map(text => ({ field, text }))
  }
}

/** Runs the cases, `atOnce` at a time; returns the faults. */
async function inTurns(cases: readonly Case[], atOnce: number, run: (one: Case) => Promise<string | undefined>): Promise<string[]> {
  const faults: string[] = []
  let next = 0
  async function work() {
    for (let one = cases[next++]; one; one = cases[next++]) {
      const fault = await run(one)
      if (fault !== undefined) faults.push(fault)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return faults
}
