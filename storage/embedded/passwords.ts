import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { moveDurably, writePrivately } from './files.ts'
import { readIfThere } from './lock.ts'
import { UnusableDataDir } from './place.ts'
import { drawPasswords, type Passwords, PLAIN_ROLE, SUPERUSER } from './roles.ts'

export const PASSWORDS_FILE = 'database-passwords.json'

const fileIn = (home: string) => join(home, PASSWORDS_FILE)
/** Passwords that the roles may not have yet. */
const draftIn = (home: string) => `${fileIn(home)}.new`

/** The passwords of the roles, which only the account of the server reads; undefined until `keepPasswords`. */
export function findPasswords(home: string): Passwords | undefined {
  return read(fileIn(home))
}

/** The passwords that the roles are to have, the same ones again after a crash. */
export function preparePasswords(home: string): Passwords {
  const found = read(fileIn(home)) ?? read(draftIn(home))
  if (found) return found
  const passwords = drawPasswords()
  writePrivately(draftIn(home), JSON.stringify(passwords))
  return passwords
}

/** Says that the roles have the passwords that were prepared. */
export function keepPasswords(home: string): void {
  if (!existsSync(fileIn(home))) moveDurably(draftIn(home), fileIn(home))
}

function read(file: string): Passwords | undefined {
  const text = readIfThere(file)
  if (text === undefined) return undefined
  try {
    const { [SUPERUSER]: owner, [PLAIN_ROLE]: plain } = JSON.parse(text)
    if (owner && plain) return { [SUPERUSER]: String(owner), [PLAIN_ROLE]: String(plain) }
  } catch {
    // As one that lacks a password.
  }
  throw new UnusableDataDir(`${file} is damaged: restore it`)
}
