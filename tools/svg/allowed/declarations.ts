import { PROPERTIES, STYLED, URL_PROPERTIES, wordSet } from './elements.ts'
import { fontLonghands } from './font.ts'
import type { IdNames } from './id-names.ts'
import { isBounded } from './number-bounds.ts'
import type { Losses } from './removed-parts.ts'
import { allowedValue, type Declaration, isInherited, onOneLine, withFallbacks } from './values.ts'

/** What a style holds only to trick a parser. */
const SUSPECT_STYLE = /[\\{}@<]|\/\*/
const IMPORTANT = / ?! ?important$/i
const KEEPS_SPACE = wordSet('pre pre-wrap break-spaces')

/** What is allowed of the declarations of styles, as the attributes that are stored. */
export class Declarations {
  private readonly names: IdNames
  private readonly losses: Losses

  constructor(names: IdNames, losses: Losses) {
    this.names = names
    this.losses = losses
  }

  /** Of a `style` attribute: what holds of all, as it came, and what holds whatever sheets say. */
  inStyle(style: string): { all: Declaration[]; important: Declaration[] } {
    const [all, important]: [Declaration[], Declaration[]] = [[], []]
    if (SUSPECT_STYLE.test(style)) {
      this.losses.add('attributes', 'style')
      return { all, important }
    }
    const settled = new Set<string>()
    for (const declaration of style.split(';')) {
      if (declaration.trim() === '') continue
      const colon = Math.max(declaration.indexOf(':'), 0)
      const value = onOneLine(declaration.slice(colon + 1))
      const set = this.read(declaration.slice(0, colon), value.replace(IMPORTANT, ''))
      if (IMPORTANT.test(value)) {
        important.push(...set)
        all.push(...set)
        for (const [property] of set) settled.add(property)
      } else all.push(...set.filter(([property]) => !settled.has(property)))
    }
    return { all, important }
  }

  /** What one declaration comes to. */
  read(name: string, given: string): Declaration[] {
    const property = name.trim().toLowerCase()
    const value = withFallbacks(onOneLine(given))
    if (property === 'font') return this.allOrNone(property, fontLonghands(value))
    if (property === 'marker') {
      return this.allOrNone(
        property,
        ['marker-start', 'marker-mid', 'marker-end'].map(name => [name, value]),
      )
    }
    if (property === 'white-space') return [['xml:space', KEEPS_SPACE.has(value.toLowerCase()) ? 'preserve' : null]]
    if (Object.hasOwn(STYLED, property)) return this.styled(property, value.toLowerCase())
    if (PROPERTIES.has(property)) return this.allOrNone(property, [[property, value]])
    this.losses.add('properties', property)
    return []
  }

  private styled(property: string, value: string): Declaration[] {
    if (STYLED[property]!.has(value)) return [[property, value]]
    this.losses.add('values', property)
    return []
  }

  private allOrNone(property: string, longhands: readonly Declaration[] | undefined): Declaration[] {
    const allowed = (longhands ?? []).flatMap(([name, value]) => this.allowed(name, value) ?? [])
    if (longhands && allowed.length === longhands.length) return allowed
    this.losses.add('values', property)
    return []
  }

  private allowed(name: string, given: Declaration[1]): [Declaration] | undefined {
    if (typeof given !== 'string') return [[name, given]]
    if (isInherited(name, given)) return [[name, null]]
    const value = allowedValue(name, URL_PROPERTIES.has(name) ? this.names.inValue(given) : given)
    return value !== undefined && isBounded('', name, value) ? [[name, value]] : undefined
  }
}
