// The REST calls and the types of answers and events, for the generated parts of the client packages.
import path from 'node:path'
import { z } from 'zod'

const pascal = name => name.replace(/(?:^|[^a-zA-Z0-9]+)([a-z0-9])/g, (_, letter) => letter.toUpperCase())

const singular = name => name.replace(/ies$/, 'y').replace(/s$/, '')

/** Types by name: a schema with members becomes a type, named after its first occurrence. */
function openTypes(registry) {
  const [types, names] = [new Map(), new Map()]
  const { schemas } = z.toJSONSchema(registry, { io: 'output', unrepresentable: 'any', uri: id => id })

  const declare = (name, schema) => {
    const required = new Set(schema.required ?? [])
    const members = Object.entries(schema.properties).map(([key, member]) => ({
      key,
      type: typeOf(member, name, key),
      isRequired: required.has(key),
      description: member.description,
      hasForm: [member, ...(member.anyOf ?? [])].some(branch => 'format' in branch),
    }))
    types.set(name, { members, description: schema.description })
  }
  const nested = (schema, parent, key) => {
    const shape = `${key} ${JSON.stringify(schema)}`
    if (!names.has(shape)) {
      names.set(shape, `${parent.replace(/Answer$/, '')}${pascal(key)}`)
      declare(names.get(shape), schema)
    }
    return { kind: 'named', name: names.get(shape) }
  }
  const literals = values => ({ kind: 'literals', values })
  const one = (schema, parent, key) => {
    if (schema.$ref) return { kind: 'named', name: schema.$ref }
    if ('const' in schema) return literals([schema.const])
    if (schema.enum) return literals(schema.enum)
    if (schema.type === 'array') return { kind: 'list', of: typeOf(schema.items ?? {}, parent, singular(key)) }
    if (schema.type !== 'object') return { kind: schema.type ?? 'any' }
    const isEmpty = Object.keys(schema.properties ?? {}).length === 0
    return isEmpty ? { kind: 'object' } : nested(schema, parent, key)
  }
  const typeOf = (schema, parent, key) => {
    const branches = Array.isArray(schema.type)
      ? schema.type.map(type => ({ ...schema, type }))
      : (schema.anyOf ?? [schema])
    const isNull = branch => branch.type === 'null'
    const types = branches.filter(branch => !isNull(branch)).map(branch => one(branch, parent, key))
    const distinct = types.filter((type, at) => types.findIndex(other => same(other, type)) === at)
    return { of: distinct, isNullable: branches.some(isNull), isAuthored: schema.untrusted === true }
  }
  for (const [id, schema] of Object.entries(schemas)) declare(id, schema)
  for (const id of Object.keys(schemas)) extend(id, types, Object.keys(schemas))
  return { types, typeOf }
}

/** A type that contains all members of another one extends it. */
function extend(id, types, ids) {
  const type = types.get(id)
  const has = member => type.members.some(own => same(own, member))
  const bases = ids.filter(other => {
    const { members } = types.get(other)
    return !types.get(other).base && members.length > 3 && members.length < type.members.length && members.every(has)
  })
  const [base] = bases.sort((a, b) => types.get(b).members.length - types.get(a).members.length)
  if (base === undefined) return
  const inherited = types.get(base).members
  types.set(id, { ...type, base, members: type.members.filter(own => !inherited.some(one => same(one, own))) })
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b)

const parametersOf = template => [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)

/** Inputs under the names of the route, without duplicates. */
function describeInputs({ tool, rename }, template, typeOf) {
  const { properties = {}, required = [] } = z.toJSONSchema(tool.input, { io: 'input', unrepresentable: 'any' })
  const wireNames = new Map(Object.entries(rename).map(([wire, name]) => [name, wire]))
  const inPath = parametersOf(template)
  const inputs = Object.entries(properties)
    .filter(([, { description = '' }]) => !description.startsWith('alias of '))
    .filter(([name]) => !(name === 'agent_id' && inPath.includes('identifier')))
    .map(([own, schema]) => {
      const name = wireNames.get(own) ?? own
      const isRequired = required.includes(own)
      return { name, isRequired, description: schema.description, type: typeOf(schema, pascal(tool.name), own) }
    })
  const rank = ({ name, isRequired }) => (isRequired ? 0 : 2) + (inPath.includes(name) ? 0 : 1)
  return inputs.sort((a, b) => rank(a) - rank(b))
}

const listOf = ({ output }, only, nameOf) => ({ type: 'array', items: { $ref: nameOf(output.shape[only].element) } })

/** One call per tool. Its other routes have more parameters in the path; the first route covers them. */
function describeCall(routes, fullPath, { typeOf, idOf, nameOf }) {
  const [route] = routes
  const { tool, status, only } = route
  const templates = routes
    .filter(({ sunset }) => !sunset)
    .map(one => ({ method: one.method, path: fullPath(one), action: one.action }))
  const [{ path: template }] = templates
  const longer = templates.filter(one => parametersOf(one.path).length > parametersOf(template).length)
  const inputs = describeInputs(route, template, typeOf)
  const isKeyed = inputs.some(({ name }) => name === 'idempotency_key')
  return {
    name: tool.name,
    description: tool.description,
    routes: [...longer, templates[0]],
    inputs,
    isKeyed,
    isOpen: tool.audience === 'anyone',
    isRepeatable: isKeyed || tool.effect === 'read' || tool.idempotent === true,
    /** Values for path parameters that the caller omits. */
    defaultInput: inputs.find(({ name, isRequired }) => !isRequired && template.includes(`{${name}}`))?.name,
    answer: status === 204 ? undefined : idOf(tool),
    /** The answer in case of a 202; a call that is held for an owner is thrown as a problem instead. */
    pending: tool.holds ? undefined : tool.pending && nameOf(tool.pending),
    /** The answer if it is not an object. */
    list: only === undefined ? undefined : typeOf(listOf(tool, only, nameOf), '', only),
  }
}

/** From the sources in `root`. */
export async function clientModel(root) {
  await import('./typescript-loader.mjs')
  const source = name => import(path.join(root, name))
  const { ROUTES: all } = await source('facade/rest/routes/index.ts')
  // The packages implement streams and archives by hand, and what takes a header is for clients of x402.
  const ROUTES = all.filter(
    ({ isStream, isArchive, takesArchive, headerInputs }) =>
      !isStream && !isArchive && !takesArchive && Object.keys(headerInputs).length === 0,
  )
  const { fullPath } = await source('facade/rest/route.ts')
  const { COMPONENTS } = await source('tools/core/tool-json-schema.ts')
  const registry = z.registry()
  // Their own order is that in which modules were loaded.
  const components = [...COMPONENTS._idmap].sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [id, schema] of components) registry.add(schema, { id })
  const byTool = grouped(ROUTES)
  for (const { tool, status, only } of ROUTES) {
    if (status !== 204 && only === undefined && !registry.has(tool.output))
      registry.add(tool.output, { id: `${pascal(tool.name)}Answer` })
  }
  const { EVENTS } = await source('tools/events.ts')
  const events = Object.entries(EVENTS).map(([type, { body }]) => ({ type, data: `${pascal(type)}Data`, body }))
  for (const { data, body } of events) registry.add(body.shape.data, { id: data })
  const { types, typeOf } = openTypes(registry)
  for (const { data } of events) types.set(data, byOthers(types.get(data)))
  const nameOf = schema => registry.get(schema)?.id
  const idOf = tool => nameOf(tool.output)
  const calls = [...byTool.values()].map(routes => describeCall(routes, fullPath, { typeOf, idOf, nameOf }))
  return { calls, types, events }
}

/** Event data as a whole is marked as untrusted, so each text in it without a format is too. */
const byOthers = type => ({
  ...type,
  members: type.members.map(member => ({ ...member, type: { ...member.type, isAuthored: !member.hasForm } })),
})

function grouped(routes) {
  const groups = new Map()
  for (const route of routes) groups.set(route.tool.name, [...(groups.get(route.tool.name) ?? []), route])
  return groups
}
