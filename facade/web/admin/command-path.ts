import { ADMIN_PATH } from './call-as-staff.ts'

/** The path of the form of a command, with some inputs filled in. */
export function commandPath(command: string, given: Readonly<Record<string, unknown>> = {}): string {
  const filled = new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  ).toString()
  return `${ADMIN_PATH}/verbs/${command.replace(' ', '/')}${filled === '' ? '' : `?${filled}`}`
}
