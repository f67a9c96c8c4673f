import { z } from 'zod'

interface Described {
  /** What it does, for those who set it. */
  description: string
}

interface Switch extends Described {
  preset: boolean
}

interface Quantity extends Described {
  preset: number
  min: number
  max: number
  /** `false`: fractions too. */
  whole?: false
}

/** What an operator sets while the server runs. */
export type SettingKind = Switch | Quantity

export type ValueOf<Kind extends SettingKind> = Kind['preset'] extends boolean ? boolean : number

export function schemaOf(kind: SettingKind): z.ZodType<boolean | number> {
  if (!('min' in kind)) return z.boolean()
  return (kind.whole === false ? z.number() : z.int()).min(kind.min).max(kind.max)
}
