import type { Actor, AgentActor } from '../../tools/core/context.ts'
import type { PageQuery, PublicTool, Tool } from '../../tools/core/define-tool.ts'
import { problemBody } from '../../tools/core/problems/problem.ts'
import type { TestWorld } from '../fixtures/test-world.ts'

/** Replaces signed records by their claims: keys and signatures differ between worlds. */
const decodeRecords = (text: string): string =>
  text.replace(/\beyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/g, (_, payload: string) => {
    const { iat, exp, ...facts } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return JSON.stringify(facts).replaceAll('"', "'")
  })

/** Masks times, cursors and drawn tasks, and numbers ids by first appearance, so that two worlds are comparable. */
export function masking(): (answer: unknown) => string {
  const masked = new Map<string, string>()
  const idOf = (id: string) => masked.get(id) ?? masked.set(id, `id ${masked.size}`).get(id)!
  return answer =>
    decodeRecords(
      JSON.stringify(answer, (name, value) => (/cursor$|^tasks$/.test(name) && value !== null ? name : value)),
    )
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replace(/\/p\/[0-9A-Za-z]{12}/g, '/p/code')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, idOf)
}

const REQUEST = { baseUrl: 'https://colloquy.test', instance: '', requestId: '' }

/** The output of a tool, or the problem body of its refusal. */
export async function transcribe(
  world: TestWorld,
  tool: Tool | PublicTool | PageQuery,
  actor: Actor,
  input: object,
): Promise<object> {
  const call =
    actor.kind === 'agent' && tool.audience === 'agent'
      ? world.call(tool, actor as AgentActor, input)
      : world.callOpen(tool as PublicTool, input)
  return await call.catch(async error => problemBody(await world.refusal(Promise.reject(error)), REQUEST))
}
