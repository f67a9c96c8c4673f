import type { ChildNode, Declaration as CssDeclaration, Rule as CssRule, Root } from 'postcss'
import parseCss from 'postcss/lib/parse'
import type { Declarations } from './allowed/declarations.ts'
import { NESTED, SELECTORS, UNREADABLE } from './allowed/known-names.ts'
import type { Losses } from './allowed/removed-parts.ts'
import type { Declaration } from './allowed/values.ts'
import { SvgFault } from './document.ts'
import { readSelector, type Selector } from './selector.ts'

export interface Rule {
  selector: Selector
  /** Where it stands; a later one goes before what weighs the same. */
  order: number
  normal: Declaration[]
  important: Declaration[]
}

const MAX_SELECTORS = 1_000
/** Of all selectors: they take longer to read than what they set. */
const MAX_CHARACTERS = 8_000

/** The rules of a style sheet that set something for elements which simple selectors name. */
export function readSheet(text: string, declarations: Declarations, losses: Losses): Rule[] {
  const rules: Rule[] = []
  let characters = 0
  const nodes = nodesOf(text, losses)
  const ends = endsOfAnimations(nodes, declarations)
  for (const node of nodes) {
    if (node.type === 'atrule') losses.add('rules', `@${node.name.toLowerCase()}`)
    if (node.type !== 'rule') continue
    const set = declarationsOf(node, { declarations, losses, ends })
    if (set.normal.length + set.important.length === 0) continue
    for (const written of node.selectors) {
      characters += written.length
      if (rules.length >= MAX_SELECTORS || characters > MAX_CHARACTERS) {
        const most = `${MAX_SELECTORS} selectors, or ${MAX_CHARACTERS} characters of them`
        throw new SvgFault('too_large', `has more than ${most}`)
      }
      const selector = readSelector(written)
      if (selector) rules.push({ selector, order: rules.length, ...set })
      else losses.add('rules', SELECTORS)
    }
  }
  return rules
}

function nodesOf(text: string, losses: Losses): ChildNode[] {
  try {
    // Without maps, or comments of a sheet would name files to read.
    return (parseCss(text, { map: false }) as Root).nodes
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'CssSyntaxError') throw error
    losses.add('rules', UNREADABLE)
    return []
  }
}

const isDeclaration = (node: ChildNode): node is CssDeclaration => node.type === 'decl'

type Ends = ReadonlyMap<string, readonly Declaration[]>

const KEYFRAMES = /^(?:-webkit-)?keyframes$/i
const LAST_KEYFRAME = /(?:^|,)\s*(?:to|100%)\s*(?:,|$)/i

/** What each animation of a sheet sets at its end, by its name. */
function endsOfAnimations(nodes: readonly ChildNode[], declarations: Declarations): Ends {
  const ends = new Map<string, readonly Declaration[]>()
  for (const node of nodes) {
    if (node.type !== 'atrule' || !KEYFRAMES.test(node.name)) continue
    const last = (node.nodes ?? []).filter(frame => frame.type === 'rule' && LAST_KEYFRAME.test(frame.selector))
    const set = last.flatMap(frame => (frame as CssRule).nodes.filter(isDeclaration))
    ends.set(node.params.trim(), lastOfEach(set.flatMap(({ prop, value }) => declarations.read(prop, value))))
  }
  return ends
}

const STAYS = /\b(?:forwards|both|infinite)\b/i

/** What the animations of a rule leave: a drawing is stored as it is once they have run, or what fades in would be unseen. */
function endOf(set: readonly CssDeclaration[], ends: Ends): readonly Declaration[] {
  const animation = set.filter(({ prop }) => /^(?:-webkit-)?animation/i.test(prop)).map(({ value }) => value)
  if (ends.size === 0 || !animation.some(value => STAYS.test(value))) return []
  return animation.flatMap(value => value.split(/[\s,]+/)).flatMap(name => ends.get(name) ?? [])
}

interface Reading {
  declarations: Declarations
  losses: Losses
  ends: Ends
}

function declarationsOf({ nodes }: CssRule, { declarations, losses, ends }: Reading) {
  if (nodes.some(({ type }) => type === 'rule' || type === 'atrule')) losses.add('rules', NESTED)
  const set = { normal: [] as Declaration[], important: [] as Declaration[] }
  for (const { prop, value, important } of nodes.filter(isDeclaration)) {
    set[important ? 'important' : 'normal'].push(...declarations.read(prop, value))
  }
  set.normal.push(...endOf(nodes.filter(isDeclaration), ends))
  return { normal: lastOfEach(set.normal), important: lastOfEach(set.important) }
}

/** Once each, so that what a sheet repeats is not set again and again. */
const lastOfEach = (declarations: Declaration[]): Declaration[] => [...new Map(declarations)]
