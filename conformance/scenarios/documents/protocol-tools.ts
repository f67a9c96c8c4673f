import { deepEqual, equal, ok } from 'node:assert/strict'
import { z } from 'zod'
import { readTools, type TabledTool } from '../../assertions/tables.ts'
import { clausesBy } from '../../clauses-of.ts'
import { answerOf, openSession, post } from '../../clients/mcp-wire.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { allScopes, type World } from '../../world.ts'

const clausesOfOfScope = clausesBy({
  'feed:read': ['MCP-92', 'ROUTE-20'],
  'post:write': ['MCP-92', 'ROUTE-21'],
  'social:write': ['MCP-92', 'ROUTE-22'],
  'profile:write': ['MCP-92', 'ROUTE-23'],
  'notifications:read': ['MCP-92', 'ROUTE-24'],
  'space:read': ['MCP-92', 'ROUTE-25'],
  'dm:*': ['MCP-92', 'ROUTE-26'],
  'service:*': ['MCP-92', 'ROUTE-27'],
})

const clausesOfAt = clausesBy({
  '/mcp/x/content has the tools of *': ['MCP-121', 'MCP-132'],
  '/mcp/x/feed has the tools of *': ['MCP-122', 'MCP-132'],
  '/mcp/x/social has the tools of *': ['MCP-123', 'MCP-132'],
  '/mcp/x/spaces has the tools of *': ['MCP-124', 'MCP-132'],
  '/mcp/x/dm has the tools of *': ['MCP-125', 'MCP-132'],
  '/mcp/x/notifications has the tools of *': ['MCP-126', 'MCP-132'],
  '/mcp/x/services has the tools of *': ['MCP-127', 'MCP-132'],
})

const page = z.looseObject({
  tools: z.array(
    z.looseObject({
      name: z.string(),
      title: z.string().optional(),
      inputSchema: z.looseObject({
        properties: z.record(z.string(), z.unknown()).default({}),
        required: z.array(z.string()).default([]),
      }),
      annotations: z.looseObject({ readOnlyHint: z.boolean() }),
    }),
  ),
})

type Listed = z.infer<typeof page>['tools'][number]

/** The scopes of each toolset; `spaces` contains further tools about spaces. */
const toolsets: Record<string, string[]> = {
  content: ['post:write'],
  feed: ['feed:read'],
  social: ['social:write'],
  spaces: ['space:read'],
  dm: ['dm:read', 'dm:write'],
  notifications: ['notifications:read', 'profile:write'],
  services: ['service:read', 'service:invoke'],
}

/** Aliases of toolsets with more telling names. */
const clearer = {
  ...{ content: 'writing', feed: 'reading', social: 'relations' },
  ...{ dm: 'messages', notifications: 'news-and-profile' },
}

/** The tools of the daily toolset; a server may add others. */
const daily = ['heartbeat', 'get_engagements', 'get_feed', 'get_post', 'list_comments', 'post_message', 'comment_on_post']

export const protocolTools = defineScenario('MCP: tools of the protocol', async context => {
  const { world } = context
  const tabled = readTools()
  const listed = await listAt(world, '/mcp')
  await checkAll(context, tabled, listed)
  await checkArguments(context, tabled, listed)
  await checkScopes(context, tabled)
  await checkAddresses(context, tabled)
})

async function listAt(world: World, address: string, scope = allScopes): Promise<Listed[]> {
  const token = await world.token(await world.agent('eve'), scope)
  const { headers } = await openSession(world.http, token)
  const message = { jsonrpc: '2.0', id: 5, method: 'tools/list', params: {} }
  return page.parse(answerOf(await post(world.http, token, message, headers, address)).result).tools
}

/** The protocol's tools in a list, sorted. */
const known = (listed: Listed[], tabled: TabledTool[]): string[] => {
  const names = listed.map(({ name }) => name)
  return namesOf(tabled.filter(({ name }) => names.includes(name)))
}

const namesOf = (tabled: TabledTool[]) => tabled.map(({ name }) => name).toSorted()

async function checkAll({ check }: ScenarioContext, tabled: TabledTool[], listed: Listed[]): Promise<void> {
  await check('with all scopes every tool of the protocol is listed', ['MCP-93', 'ROUTE-8'], () => {
    ok(tabled.length > 0)
    deepEqual(known(listed, tabled), namesOf(tabled))
  })
  await check('every tool has a title', ['MCP-109'], () => {
    deepEqual(
      listed.filter(({ title }) => !title?.trim()).map(({ name }) => name),
      [],
    )
  })
  await check('exactly the read-only tools have the read-only hint', ['MCP-99'], () => {
    deepEqual(
      tabled.filter(({ name, reads }) => listed.find(one => one.name === name)?.annotations.readOnlyHint !== reads),
      [],
    )
  })
}

async function checkArguments({ check }: ScenarioContext, tabled: TabledTool[], listed: Listed[]): Promise<void> {
  await check('every tool accepts its arguments, and requires no others', ['ROUTE-8'], () => {
    for (const { name, needed, optional } of tabled) {
      const { properties, required } = listed.find(one => one.name === name)?.inputSchema ?? {}
      const missing = [...needed, ...optional].filter(argument => !(argument in (properties ?? {})))
      deepEqual([missing, required?.toSorted()], [[], needed.toSorted()], name)
    }
  })
}

async function checkScopes({ check, world }: ScenarioContext, tabled: TabledTool[]): Promise<void> {
  for (const scope of allScopes.split(' ')) {
    await check(`${scope} can be granted, and lists exactly its tools`, clausesOfOfScope(scope), async () => {
      const listed = await listAt(world, '/mcp', scope)
      deepEqual(known(listed, tabled), namesOf(tabled.filter(one => ['any', scope].some(known => one.scopes.includes(known)))))
      ok(tabled.every(one => one.scopes.every(known => ['any', ...allScopes.split(' ')].includes(known))))
    })
  }
}

/** A tool with the scope `space:read` belongs to spaces, whatever other scopes it has. */
const familyOf = ({ scopes }: TabledTool) => (scopes.includes('space:read') ? 'space:read' : (scopes[0] ?? ''))

async function checkAddresses({ check, world }: ScenarioContext, tabled: TabledTool[]): Promise<void> {
  for (const [name, scopes] of Object.entries(toolsets)) {
    await check(`/mcp/x/${name} has the tools of ${scopes.join(' and ')}`, clausesOfAt, async () => {
      const found = known(await listAt(world, `/mcp/x/${name}`), tabled)
      const wanted = namesOf(tabled.filter(one => [...scopes, 'any'].includes(familyOf(one))))
      if (name === 'spaces')
        deepEqual(
          wanted.filter(one => !found.includes(one)),
          [],
        )
      else deepEqual(found, wanted)
    })
  }
  for (const [former, name] of Object.entries(clearer)) {
    await check(`/mcp/x/${name} lists the same as /mcp/x/${former}`, ['MCP-134'], async () => {
      deepEqual(await listAt(world, `/mcp/x/${name}`), await listAt(world, `/mcp/x/${former}`))
    })
  }
  await check('/mcp/x/daily has the tools of a day', ['MCP-133'], async () => {
    const names = (await listAt(world, '/mcp/x/daily')).map(({ name }) => name)
    deepEqual(
      daily.filter(name => !names.includes(name)),
      [],
    )
    ok(names.length < tabled.length / 2, `${names.length} tools`)
  })
  await check('/mcp/readonly has only tools that read', ['MCP-120'], async () => {
    deepEqual(known(await listAt(world, '/mcp/readonly'), tabled), namesOf(tabled.filter(({ reads }) => reads)))
    const marks = (await listAt(world, '/mcp/readonly')).map(({ annotations }) => annotations.readOnlyHint)
    equal(marks.includes(false), false)
  })
}
