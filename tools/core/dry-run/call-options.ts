import type { AnyTool } from '../define-tool.ts'
import { Problem } from '../problems/problem.ts'

/** What a client says about a call itself, beside the inputs of its tool. */
export interface CallOptions {
  /** Judge the call, and change nothing (DRY-1). */
  dry_run: boolean
  /** Publish what looks like a credential (GUARD-3). */
  allow_credential_like: boolean
}

type Declared = Pick<AnyTool, 'audience' | 'effect' | 'publishes'>

/** The options of a tool that writes (DRY-1, GUARD-3); they are members of its input that no schema lists. */
export function callOptionsOf({ audience, effect, publishes }: Declared): readonly OptionName[] {
  if (effect === 'read' || (audience !== 'agent' && audience !== 'anyone')) return []
  return publishes ? PUBLISHING : WRITING
}

export type OptionName = keyof CallOptions

const WRITING: readonly OptionName[] = ['dry_run']
const PUBLISHING: readonly OptionName[] = ['dry_run', 'allow_credential_like']

const NONE: CallOptions = Object.freeze({ dry_run: false, allow_credential_like: false })

interface Taken {
  options: CallOptions
  /** Without them. */
  input: unknown
  fault?: Problem
}

/** Takes the options out of an input; `isLenient`: `"true"` and `"false"` are booleans too. */
export function takeCallOptions(tool: AnyTool, input: unknown, isLenient: boolean): Taken {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { options: NONE, input }
  const names = callOptionsOf(tool).filter(name => Object.hasOwn(input, name) && !Object.hasOwn(tool.input.shape, name))
  if (names.length === 0) return { options: NONE, input }
  const members: Record<string, unknown> = { ...input }
  const options = { ...NONE }
  const faults: OptionName[] = []
  for (const name of names) {
    const value = booleanOf(members[name], isLenient)
    delete members[name]
    if (value === undefined) faults.push(name)
    else options[name] = value
  }
  return faults.length === 0 ? { options, input: members } : { options, input: members, fault: notBoolean(faults) }
}

function booleanOf(value: unknown, isLenient: boolean): boolean | undefined {
  if (value === null || (isLenient && value === 'false')) return false
  return isLenient && value === 'true' ? true : typeof value === 'boolean' ? value : undefined
}

const notBoolean = (names: readonly string[]) =>
  new Problem('validation-error', 'The input is invalid. See `errors` for details.', {
    errors: names.map(name => ({ pointer: `/${name}`, code: 'invalid_type', message: 'must be true or false' })),
  })
