import { HOUR } from '../../../tools/core/durations.ts'
import type { McpMethod } from '../mcp-methods.ts'
import { findSkill, skillEntry } from '../skills.ts'
import { invalidParams } from '../wire/json-rpc.ts'
import { requireNoCursor } from './lists.ts'

/** Texts of an installation change only with its version. */
const TTL_MS = HOUR

const skillsList: McpMethod = {
  ttlMs: TTL_MS,
  run({ skills }, _, params) {
    requireNoCursor(params)
    return `"skills":${JSON.stringify(skills().map(skillEntry))}`
  },
}

const skillsGet: McpMethod = {
  ttlMs: TTL_MS,
  run({ skills }, _, params) {
    const skill = findSkill(skills(), params)
    if (!skill) throw invalidParams('uri must be the URI of a skill', { uri: params.uri })
    return `"skill":${JSON.stringify(skillEntry(skill))}`
  },
}

/** The methods of the Skills extension. */
export const SKILL_METHODS: readonly (readonly [string, McpMethod])[] = [
  ['skills/list', skillsList],
  ['skills/get', skillsGet],
]
