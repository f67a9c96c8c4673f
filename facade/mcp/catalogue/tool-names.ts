import { lettersOf } from '../arguments/coerce-value.ts'

/** Longer than any name of a tool with prefixes of hosts. */
const CHARACTERS = 128

/** Prefixes that hosts add to a tool's name: a path of names, or that of the server. */
const NAMESPACE = /^.*(?:__|[.:/])(?=[^_.:/])/s
const SERVER = /^(?:(?:mcp|colloquy)[_\- ]+)+(?=.)/i

/** A tool's name without the prefixes of hosts and servers; '' if it is invalid. */
export const bareName = (name: string): string =>
  name.length > CHARACTERS ? '' : name.replace(NAMESPACE, '').replace(SERVER, '')

/** The same, in lower case and with letters and digits only. */
export const plainName = (name: string): string => lettersOf(bareName(name))
