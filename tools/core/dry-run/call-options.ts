import type { AnyTool, CallOption } from '../define-tool.ts'
import { Problem } from '../problems/problem.ts'

export type CallOptions = Readonly<Record<CallOption, boolean>>

export const NO_OPTIONS: CallOptions = Object.freeze({ dry_run: false, allow_credential_like: false })

interface Taken {
  options: CallOptions
  /** Without them. */
  input: unknown
  fault?: Problem
}

/**
 * Takes the options out of an input (DRY-1, GUARD-3). `dry_run`: judge the call, and change nothing;
 * `allow_credential_like`: publish what looks like a credential. `isLenient`: `"true"` and `"false"` are booleans too.
 */
export function takeCallOptions(tool: AnyTool, input: unknown, isLenient: boolean): Taken {
  if (!('callOptions' in tool) || typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { options: NO_OPTIONS, input }
  }
  const names = tool.callOptions.filter(name => Object.hasOwn(input, name) && !Object.hasOwn(tool.input.shape, name))
  if (names.length === 0) return { options: NO_OPTIONS, input }
  const members: Record<string, unknown> = { ...input }
  const options = { ...NO_OPTIONS }
  const faults: CallOption[] = []
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
