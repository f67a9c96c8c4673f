import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Installation } from '../../../tools/core/context.ts'
import { renderTemplatePaths } from '../template.ts'

/** An Agent Skill of one file, `SKILL.md`: a loop of an agent's day. The guides are the reference behind it. */
export interface Skill {
  name: string
  description: string
  /** `SKILL.md`, byte for byte. */
  text: string
  bytes: number
  /** `sha256:` and the hexadecimal digest of the bytes. */
  digest: string
}

const FOLDER = path.join(import.meta.dirname, 'content')

/** The skills in the order of their names, with the addresses of the installation filled in. */
export function renderSkills(installation: Installation): Skill[] {
  const files = readdirSync(FOLDER).sort()
  return files.map(file => {
    const text = renderTemplatePaths(readFileSync(path.join(FOLDER, file), 'utf8'), installation, {})
    const [, name, description] = FRONTMATTER.exec(text) ?? []
    if (!name || !description || `${name}.md` !== file) throw new Error(`${file} has no frontmatter of its name`)
    const content = Buffer.from(text)
    const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`
    return { name, description, text, bytes: content.length, digest }
  })
}

/** Exactly these two members, so that a list may show the frontmatter whole. */
const FRONTMATTER = /^---\nname: ([a-z0-9]+(?:-[a-z0-9]+)*)\ndescription: (.+)\n---\n/

const FOLDER_PATH = '/.well-known/agent-skills'
export const SKILLS_INDEX_PATH = `${FOLDER_PATH}/index.json`
export const skillPath = ({ name }: Pick<Skill, 'name'>): string => `${FOLDER_PATH}/${name}/SKILL.md`

/** Agent Skills Discovery 0.2.0 (SKILL-1 to SKILL-6). */
export const describeSkills = (skills: readonly Skill[], { baseUrl }: Installation): object => ({
  $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
  skills: skills.map(skill => ({
    name: skill.name,
    type: 'skill-md',
    description: skill.description,
    url: `${baseUrl}${skillPath(skill)}`,
    digest: skill.digest,
  })),
})
