import type { JsonSchema } from '../../../tools/core/tool-json-schema.ts'
import { slugsOf } from '../../openapi/openapi-problems.ts'
import type { Schemas } from '../../openapi/openapi-schemas.ts'
import { fullPath, type Route } from '../../rest/route.ts'
import { authOf } from '../document-tables.ts'
import { memberLine, type NotationMember, notationMembers, typeOf } from './notation.ts'

/** The inputs of a route, by their location in the request. */
interface Inputs {
  path: NotationMember[]
  query: NotationMember[]
  headers: NotationMember[]
  payload: NotationMember[]
}

function inputsOf({ method, rename, aliases, headerInputs, path, tool }: Route, schemas: Schemas): Inputs {
  const wireNames = new Map(Object.entries(rename).map(([wire, own]) => [own, wire]))
  const inPath = [...path.matchAll(/:([a-z_]+)/g)].map(([, name]) => name)
  const named = notationMembers(schemas.input(tool)).map(member => ({
    ...member,
    name: wireNames.get(member.name) ?? member.name,
    note: aliasNote(member.name, aliases),
  }))
  const ofHeaders = new Map(Object.entries(headerInputs).map(([header, own]) => [own, header.toUpperCase()]))
  const others = named.filter(({ name }) => !inPath.includes(name) && !ofHeaders.has(name))
  return {
    path: named.filter(({ name }) => inPath.includes(name)).map(member => ({ ...member, isRequired: true })),
    query: method === 'GET' ? others : [],
    headers: named.flatMap(member =>
      ofHeaders.has(member.name) ? [{ ...member, name: ofHeaders.get(member.name)! }] : [],
    ),
    payload: method === 'GET' ? [] : others,
  }
}

function aliasNote(own: string, aliases: Readonly<Record<string, string>>): string {
  const names = Object.entries(aliases).flatMap(([alias, name]) => (name === own ? [`\`${alias}\``] : []))
  return names.length === 0 ? '' : `also as ${names.join(', ')}`
}

/** One route with everything that a client needs to call it. */
export function describeRoute(route: Route, schemas: Schemas, ofAll: readonly string[]): string {
  const { tool, method, status, action, sunset } = route
  const { path, query, headers, payload } = inputsOf(route, schemas)
  const list = (title: string, members: NotationMember[]) =>
    members.length === 0 ? [] : [`${title}:`, members.map(memberLine).join('\n')]
  const proof = tool.audience === 'anyone' ? 'Public: no authentication.' : `Signed${bearer(authOf(tool))}.`
  const facts = [
    `Tool \`${tool.name}\`.`,
    proof,
    ...(action ? [`Action \`${action}\`.`] : []),
    ...(tool.limit ? [`Counts toward \`${tool.limit}\`.`] : []),
    ...(sunset ? ['It has ended.'] : []),
  ]
  const refused = slugsOf(route).filter(slug => !ofAll.includes(slug))
  return [
    `### ${method} ${fullPath(route)}`,
    `${tool.description} ${facts.join(' ')}`,
    ...list('Path', path),
    ...list('Query', query),
    ...list('Headers', headers),
    ...list(tool.audience === 'anyone' ? 'Body' : 'Payload', payload),
    status === 204 ? 'Returns 204 without a body.' : `Returns ${status} with ${responseType(schemas.output(route))}.`,
    ...(refused.length > 0 ? [`Specific errors: ${refused.map(slug => `\`${slug}\``).join(', ')}.`] : []),
  ].join('\n\n')
}

function bearer(scope: string): string {
  if (scope === 'signed only') return ', never with a token'
  return scope === 'any' ? ', or with any token' : `, or with a token of \`${scope.replaceAll(' or ', '` or `')}\``
}

const responseType = (schema: JsonSchema): string => `\`${typeOf(schema)}\``
