import type { KeyObject } from 'node:crypto'
import { existsSync, readdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { readIfThere, replaceFile, writeOnce } from '../files.ts'
import { makeKey, pemOf, readKey } from '../keys.ts'
import { Refusal } from '../refusal.ts'

/** The stored identity of an agent at its server: the handle before it enrolls, the id after. */
export interface Known {
  handle?: string
  agent_id?: string
}

/** An agent's key and identity, as stored on this machine. */
export interface Keeping {
  /** The current key: another process may have replaced it. */
  key(): KeyObject
  known(): Known
  /** Stores key and handle before they are sent; returns the stored values, which another process may have chosen. */
  claim(handle: string): Known
  remember(known: Known): void
  /** For keys below `home`: stores the key of the agent at its former server. */
  adopt?: (key: KeyObject) => void
  /** For keys in files: the next key, from before a rotation until its outcome is known. */
  next?: NextKey
  /** Where the key is stored, for messages. */
  place: string
}

export interface NextKey {
  find(): KeyObject | undefined
  /** The existing one, or a new one. */
  make(): KeyObject
  /** Makes it the current key, unless another process already replaced it. */
  promote(known: KeyObject): void
}

const HANDLE = /^[a-z0-9][a-z0-9._-]{1,30}[a-z0-9]$/

export function requireHandle(handle: string): string {
  if (!HANDLE.test(handle))
    throw new Refusal('a handle has 3 to 32 characters of a-z, 0-9, and . _ - except at its start and end')
  return handle
}

/** A directory name per server. */
const folderOf = (base: string): string => encodeURIComponent(base)

/** The agent with that handle at this server, below `home`; without a handle the only one, or a new one. */
export function keepingAtHome(home: string, base: string, handle?: string): Keeping {
  const folder = path.join(home, folderOf(base))
  const name = handle === undefined ? onlyOne(folder) : requireHandle(handle)
  return keepingInFiles(path.join(folder, name, 'key.pem'), path.join(folder, name, 'agent.json'), true)
}

/** Not a valid start of a handle. */
const UNNAMED = '_default'

function onlyOne(folder: string): string {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  const enrolled = entries
    .filter(entry => entry.isDirectory() && readKnown(path.join(folder, entry.name, 'agent.json')).agent_id)
    .map(({ name }) => name)
  if (enrolled.length < 2 || enrolled.includes(UNNAMED)) return enrolled.length === 1 ? enrolled[0]! : UNNAMED
  throw new Refusal(`several agents are stored for this server; specify one: --handle ${enrolled.sort().join(' or ')}`)
}

/** The agent whose key is in an existing file. */
export function keepingOfKeyFile(file: string, base: string): Keeping {
  const keyFile = path.resolve(file)
  return keepingInFiles(keyFile, `${keyFile}.${folderOf(base)}.json`, false)
}

/** The agent whose key comes from the environment. */
export function keepingOfText(pem: string): Keeping {
  const place = 'COLLOQUY_KEY'
  const key = readKey(pem.replaceAll('\\n', '\n'), place)
  let known: Known = {}
  return {
    place,
    key: () => key,
    known: () => known,
    claim: handle => ({ handle }),
    remember: more => {
      known = more
    },
  }
}

function readKnown(file: string): Known {
  const text = readIfThere(file)
  if (text === undefined) return {}
  try {
    return JSON.parse(text) as Known
  } catch {
    throw new Refusal(`${file} is not valid JSON`)
  }
}

function keepingInFiles(keyFile: string, knownFile: string, mayMake: boolean): Keeping {
  const nextFile = `${keyFile}.next`
  const find = (file: string) => {
    const pem = readIfThere(file)
    return pem === undefined ? undefined : readKey(pem, file)
  }
  const key = () => {
    const found = find(keyFile)
    if (!found) throw new Refusal(`there is no key in ${keyFile}`)
    return found
  }
  const write = (known: Known) => `${JSON.stringify(known)}\n`
  return {
    place: keyFile,
    key,
    known: () => readKnown(knownFile),
    claim(handle) {
      if (mayMake) writeOnce(keyFile, makeKey())
      key()
      writeOnce(knownFile, write({ handle }))
      return readKnown(knownFile)
    },
    remember: known => replaceFile(knownFile, write(known)),
    ...(mayMake && {
      adopt(former: KeyObject) {
        writeOnce(keyFile, pemOf(former))
        if (!key().equals(former)) throw new Refusal(`${keyFile} is the key of another agent`)
      },
    }),
    next: {
      find: () => find(nextFile),
      make() {
        writeOnce(nextFile, makeKey())
        return find(nextFile) ?? key()
      },
      promote(known) {
        if (find(nextFile)?.equals(known)) renameSync(nextFile, keyFile)
      },
    },
  }
}
