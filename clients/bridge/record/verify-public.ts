import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readIfThere, replaceFile } from '../files.ts'
import { Misused, readOptions } from '../options.ts'
import { Refusal, sayOf } from '../refusal.ts'
import type { ReadLog } from './transparency-log.ts'
import { logAt, readProof, type Verification, verify } from './verify.ts'

const isAddress = (text: string): boolean => /^https?:/.test(text)

/** The log at an address, or in a folder that has its files under the same names. */
const logIn = (place: string): ReadLog =>
  isAddress(place) ? logAt(place) : async name => readFileSync(path.join(place, name))

/** Prints what was proven, and what was not; returns 1 if a check failed, or nothing was signed. */
export async function verifyPublic(args: string[]): Promise<number> {
  const { values, positionals } = readOptions('verify', args, 1)
  const file = values.checkpoint
  const stored = file === undefined ? undefined : readIfThere(file)
  const options = { checkpoint: stored, ...(values.log !== undefined && { readLog: logIn(values.log) }) }
  const { findings, unproven, isProven, checkpoint } = await verifyNamed(positionals[0]!, options)
  for (const { what, fault } of findings) {
    process.stdout.write(fault === undefined ? `proven      ${what}\n` : `NOT PROVEN  ${what}: ${fault}\n`)
  }
  for (const line of unproven) process.stdout.write(`not proven  ${line}\n`)
  if (file !== undefined && checkpoint !== undefined) replaceFile(file, checkpoint)
  return isProven ? 0 : 1
}

async function verifyNamed(named: string, options: Parameters<typeof verify>[1]): Promise<Verification> {
  try {
    return await verify(isAddress(named) ? named : readProof(readFileSync(named, 'utf8')), options)
  } catch (error) {
    throw error instanceof TypeError ? new Misused(`${named}: ${error.message}`) : new Refusal(sayOf(error))
  }
}
