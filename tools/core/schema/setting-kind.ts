import { z } from 'zod'

interface Described {
  /** What it does, for those who set it. */
  description: string
}

interface Switch extends Described {
  default: boolean
}

interface Quantity extends Described {
  /** Whole, as its bounds are. */
  default: number
  min: number
  max: number
}

interface Degree extends Described {
  /** Any number between its bounds. */
  default: number
  from: number
  to: number
}

/** What an operator sets while the server runs. */
export type SettingKind = Switch | Quantity | Degree

export type ValueOf<Kind extends SettingKind> = Kind['default'] extends boolean ? boolean : number

export function settingSchemaOf(kind: SettingKind): z.ZodType<boolean | number> {
  if ('from' in kind) return z.number().min(kind.from).max(kind.to)
  return 'min' in kind ? z.int().min(kind.min).max(kind.max) : z.boolean()
}
