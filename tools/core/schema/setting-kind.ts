import { z } from 'zod'

interface Described {
  /** Description for operators. */
  description: string
}

interface Switch extends Described {
  default: boolean
}

interface Quantity extends Described {
  /** An integer between its bounds. */
  default: number
  min: number
  max: number
}

interface Degree extends Described {
  /** A number between its bounds. */
  default: number
  from: number
  to: number
}

/** A setting that operators can change while the server runs. */
export type SettingKind = Switch | Quantity | Degree

export type ValueOf<Kind extends SettingKind> = Kind['default'] extends boolean ? boolean : number

export function settingSchemaOf(kind: SettingKind): z.ZodType<boolean | number> {
  if ('from' in kind) return z.number().min(kind.from).max(kind.to)
  return 'min' in kind ? z.int().min(kind.min).max(kind.max) : z.boolean()
}
