import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UnusableDataDir } from './data-dir.ts'
import { drawPasswords, type Passwords, PLAIN_ROLE, SUPERUSER } from './database-roles.ts'
import { moveDurably, writePrivately } from './durable-files.ts'
import { readIfThere } from './file-lock.ts'

export const PASSWORDS_FILE = 'database-passwords.json'

const fileIn = (home: string) => join(home, PASSWORDS_FILE)
/** Passwords that may not be set yet. */
const draftIn = (home: string) => `${fileIn(home)}.new`

/** The passwords of the roles, which only the server's account can read; undefined until `storePasswords`. */
export function findPasswords(home: string): Passwords | undefined {
  return read(fileIn(home))
}

/** The passwords to set; the same ones again after a crash. */
export function preparePasswords(home: string): Passwords {
  const found = read(fileIn(home)) ?? read(draftIn(home))
  if (found) return found
  const passwords = drawPasswords()
  writePrivately(draftIn(home), JSON.stringify(passwords))
  return passwords
}

/** Records that the prepared passwords are set. */
export function storePasswords(home: string): void {
  if (!existsSync(fileIn(home))) moveDurably(draftIn(home), fileIn(home))
}

function read(file: string): Passwords | undefined {
  const text = readIfThere(file)
  if (text === undefined) return undefined
  try {
    const { [SUPERUSER]: owner, [PLAIN_ROLE]: plain } = JSON.parse(text)
    if (owner && plain) return { [SUPERUSER]: String(owner), [PLAIN_ROLE]: String(plain) }
  } catch {
    // Handled like a missing password.
  }
  throw new UnusableDataDir(`${file} is damaged: restore it`)
}
