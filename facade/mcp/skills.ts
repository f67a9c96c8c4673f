import type { McpResource } from './mcp-methods.ts'
import type { ServedSkill } from './served-skill.ts'
import type { Params } from './wire/json-rpc.ts'

const MIME_TYPE = 'text/markdown'
const uriOf = ({ name }: ServedSkill): string => `skill://${name}/SKILL.md`

export const skillEntry = (skill: ServedSkill): object => ({
  uri: uriOf(skill),
  frontmatter: { name: skill.name, description: skill.description },
  resources: [{ uri: uriOf(skill), digest: skill.digest, size: skill.bytes }],
})

export const findSkill = (skills: readonly ServedSkill[], { uri }: Params) => skills.find(skill => uriOf(skill) === uri)

/** Skills are ordinary resources too. */
export const skillResources = (skills: readonly ServedSkill[]): McpResource[] =>
  skills.map(skill => ({
    uri: uriOf(skill),
    name: skill.name,
    description: skill.description,
    mimeType: MIME_TYPE,
    size: skill.bytes,
    isPushed: false,
    read: async () => [{ uri: uriOf(skill), mimeType: MIME_TYPE, text: skill.text }],
  }))
