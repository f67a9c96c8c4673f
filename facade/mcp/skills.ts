import type { McpResource } from './mcp-methods.ts'
import type { Params } from './wire/json-rpc.ts'

/** A skill of one file, as the extension of SEP-2640 lists it. */
export interface ServedSkill {
  name: string
  description: string
  /** `SKILL.md`. */
  text: string
  bytes: number
  digest: string
}

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
