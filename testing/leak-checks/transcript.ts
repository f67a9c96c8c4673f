import type { Actor, AgentActor } from '../../tools/core/context.ts'
import type { PageQuery, PublicTool, Tool } from '../../tools/core/define-tool.ts'
import { problemBody } from '../../tools/core/problems/problem.ts'
import type { TestWorld } from '../fixtures/test-world.ts'

/** A signed record as what it says: its key and its signature are those of a world. */
const spelledOut = (text: string): string =>
  text.replace(/\beyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/g, (_, payload: string) => {
    const { iat, exp, ...facts } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return JSON.stringify(facts).replaceAll('"', "'")
  })

/** Answers as text, ids by their first appearance, times, cursors and drawn tasks masked: comparable between two worlds. */
export function masking(): (answer: unknown) => string {
  const seen = new Map<string, string>()
  const idOf = (id: string) => seen.get(id) ?? seen.set(id, `id ${seen.size}`).get(id)!
  return answer =>
    spelledOut(JSON.stringify(answer, (name, value) => (/cursor$|^tasks$/.test(name) && value !== null ? name : value)))
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replace(/\/p\/[0-9A-Za-z]{12}/g, '/p/code')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, idOf)
}

const PLACE = { baseUrl: 'https://colloquy.test', instance: '', requestId: '' }

/** What the tool answers, or the body of its refusal. */
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
  return await call.catch(async error => problemBody(await world.refusal(Promise.reject(error)), PLACE))
}
