import { Problem } from '../problems/problem.ts'
import { escapePointer } from '../schemas.ts'
import { suspectCredential } from './suspect-credential.ts'

/** Refuses an input of which a text that others read looks like a credential, without repeating it (GUARD-1, GUARD-2). */
export function refuseCredential(
  published: readonly string[],
  input: Readonly<Record<string, unknown>>,
  now: Date,
): void {
  for (const name of published) {
    const found = suspectIn(input[name], `/${escapePointer(name)}`, now)
    if (!found) continue
    throw new Problem('credential-suspected', 'The input contains what looks like a credential. See `pointer`.', {
      ...found,
      hint: 'Remove it. If it is none, or others may have it, send allow_credential_like: true.',
    })
  }
}

/** The first of a text, or of the texts of a list or an object. */
function suspectIn(value: unknown, pointer: string, now: Date): { pointer: string; kind: string } | undefined {
  if (typeof value === 'string') {
    const kind = suspectCredential(value, now)
    return kind === undefined ? undefined : { pointer, kind }
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    const found = suspectIn(member, `${pointer}/${escapePointer(name)}`, now)
    if (found) return found
  }
  return undefined
}
