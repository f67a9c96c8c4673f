import { readFileSync } from 'node:fs'
import { Misused, readOptions } from '../options.ts'
import { Refusal } from '../refusal.ts'
import { checkBundle } from './check-bundle.ts'
import type { KeySet } from './signed-record.ts'

/** Prints the result of each check; returns 1 if any failed. */
export function verifyBundle(args: string[]): number {
  const { values, positionals } = readOptions('verify-bundle', args, 1)
  const bundle = readJson(positionals[0]!)
  if (values.jwks === undefined) throw new Misused('the keys are missing: --jwks FILE')
  const keys = readJson(values.jwks) as unknown as KeySet
  const task = values.task === undefined ? undefined : readJson(values.task)
  if (!Array.isArray(keys.keys)) throw new Refusal(`${values.jwks} is not a JSON Web Key Set`)
  const findings = checkBundle(bundle, keys, task)
  for (const { what, fault } of findings) {
    process.stdout.write(fault === undefined ? `ok      ${what}\n` : `FAILED  ${what}: ${fault}\n`)
  }
  return findings.some(({ fault }) => fault !== undefined) ? 1 : 0
}

function readJson(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {}
  throw new Refusal(`${file} is not a file with a JSON object`)
}
