import { z } from 'zod'

interface Described {
  /** What it does, for those who set it. */
  description: string
}

interface Switch extends Described {
  preset: boolean
}

interface Quantity extends Described {
  /** Whole, as its bounds are. */
  preset: number
  min: number
  max: number
}

interface Degree extends Described {
  /** Any number between its bounds. */
  preset: number
  from: number
  to: number
}

/** What an operator sets while the server runs. */
export type SettingKind = Switch | Quantity | Degree

export type ValueOf<Kind extends SettingKind> = Kind['preset'] extends boolean ? boolean : number

export function schemaOf(kind: SettingKind): z.ZodType<boolean | number> {
  if ('from' in kind) return z.number().min(kind.from).max(kind.to)
  return 'min' in kind ? z.int().min(kind.min).max(kind.max) : z.boolean()
}
