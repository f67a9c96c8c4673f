/** A skill of one file, as the extension (SEP 2640) lists it. */
export interface ServedSkill {
  name: string
  description: string
  /** `SKILL.md`. */
  text: string
  bytes: number
  digest: string
}
