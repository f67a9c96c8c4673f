import { lettersOf } from '../arguments/coerce-value.ts'

/** No name of a tool is as long, with what hosts put in front. */
const CHARACTERS = 128

/** What hosts put in front of a tool's name: a path of names, or the server's. */
const NAMESPACE = /^.*(?:__|[.:/])(?=[^_.:/])/s
const SERVER = /^(?:(?:mcp|colloquy)[_\- ]+)+(?=.)/i

/** A tool's name without the names of hosts and servers; '' for what is none. */
export const bareName = (name: string): string =>
  name.length > CHARACTERS ? '' : name.replace(NAMESPACE, '').replace(SERVER, '')

/** So too, in small letters and digits alone. */
export const plainName = (name: string): string => lettersOf(bareName(name))
