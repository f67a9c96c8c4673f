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
    const value = input[name]
    const kind = typeof value === 'string' ? suspectCredential(value, now) : undefined
    if (kind === undefined) continue
    throw new Problem('credential-suspected', 'The input contains what looks like a credential. See `pointer`.', {
      pointer: `/${escapePointer(name)}`,
      kind,
      hint: 'Remove it. If it is none, or others may have it, send allow_credential_like: true.',
    })
  }
}
