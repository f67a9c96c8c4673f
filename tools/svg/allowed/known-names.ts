import { wordSet } from './elements.ts'

/** What drawings hold that none is stored with: the names that an author is told. */

export const OF_OTHER_NAMESPACES = 'those of other namespaces'

export const KNOWN_ELEMENTS = new Set([
  OF_OTHER_NAMESPACES,
  ...wordSet(`a animate animateColor animateMotion animateTransform audio canvas color-profile cursor discard
    feConvolveMatrix feImage font font-face foreignObject glyph handler hatch iframe image listener mesh meshgradient
    metadata missing-glyph mpath script set solidcolor style switch tref unknown video view`),
])

export const KNOWN_ATTRIBUTES = new Set([
  OF_OTHER_NAMESPACES,
  ...wordSet(`accumulate additive background baseProfile begin cursor clip content contentScriptType contentStyleType
    crossorigin download dur enable-background externalResourcesRequired filterRes font from glyph-orientation-horizontal
    glyph-orientation-vertical host isolation kerning marker mask-type media mix-blend-mode ping pointer-events
    referrerpolicy rel repeatCount role src style tabindex target title to transform-box version viewTarget white-space
    xlink:href zoomAndPan`),
])

export const KNOWN_PROPERTIES = wordSet(`all animation background background-color background-image border border-radius
  bottom box-shadow box-sizing clip color-scheme content cursor cx cy d enable-background font font-feature-settings
  font-kerning font-optical-sizing font-synthesis font-variant-caps font-variant-east-asian font-variant-ligatures
  font-variant-numeric font-variation-settings glyph-orientation-vertical height hyphens inline-size isolation left
  line-height margin marker mask-border mask-image max-height max-width min-height min-width mix-blend-mode outline padding
  perspective pointer-events position r right rotate rx ry scale shape-inside shape-margin shape-padding shape-subtract
  solid-color solid-opacity src stroke-alignment text-align text-anchor text-decoration-color text-decoration-line
  text-decoration-style text-indent text-orientation text-overflow text-shadow text-transform top touch-action transform
  transform-box transform-style transition translate user-select vertical-align white-space width will-change word-break
  word-wrap x y z-index zoom`)

export const SELECTORS = 'selectors of other forms'
export const UNREADABLE = 'a sheet that cannot be read'
export const NESTED = 'rules inside rules'
export const OTHER_MEDIA = 'sheets for other media'

export const KNOWN_RULES = new Set([
  SELECTORS,
  UNREADABLE,
  NESTED,
  OTHER_MEDIA,
  ...wordSet(`@charset @color-profile @container @counter-style @document @font-face @font-feature-values
    @font-palette-values @import @keyframes @layer @media @namespace @page @property @scope @starting-style @supports
    @view-transition`),
])
