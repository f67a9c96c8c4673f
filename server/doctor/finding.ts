import type { DoctorFinding } from '../../facade/cli/system-commands.ts'

export type { DoctorFinding }

export const okFinding = (check: string, told: string): DoctorFinding => ({ check, state: 'ok', reported: told })
export const changeNeeded = (check: string, told: string): DoctorFinding => ({ check, state: 'change', reported: told })
export const unknownFinding = (check: string, told: string): DoctorFinding => ({
  check,
  state: 'unknown',
  reported: told,
})

/** A code of the system or of PostgreSQL; never the words of an error, which may hold what is secret. */
export function codeOf(error: unknown): string {
  const { code, cause, name } = error as { code?: unknown; cause?: { code?: unknown }; name?: unknown }
  const found = [code, cause?.code].find(one => typeof one === 'string' && /^[A-Z0-9_]{3,40}$/.test(one))
  return String(found ?? (name === 'TimeoutError' ? 'timed out' : 'no answer'))
}
