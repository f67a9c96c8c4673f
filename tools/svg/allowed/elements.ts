export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

export const SHAPES = wordSet('path rect circle ellipse line polyline polygon')

/** Elements whose text is kept. */
export const TEXT_ELEMENTS = wordSet('title desc text tspan textPath')

/** Text alone: HTML parsers read their children as HTML. */
export const TITLES = wordSet('title desc')

/** Elements that are drawn only where others refer to them, and not by their place. */
export const DEFINITIONS = wordSet('defs symbol linearGradient radialGradient pattern clipPath mask marker filter')

/** Elements that are stored; any other goes with all it holds. */
export const ELEMENTS = new Set([
  ...wordSet('svg g defs symbol use linearGradient radialGradient stop pattern clipPath mask marker'),
  ...SHAPES,
  ...TEXT_ELEMENTS,
  ...wordSet(`filter feBlend feColorMatrix feComponentTransfer feComposite feDiffuseLighting feDisplacementMap
    feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
    feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`),
])

/** A link and a choice go, what they show stays. */
export const UNWRAPPED = wordSet('a switch')

/** Elements that may refer to another by `href`. */
export const REFERRING = wordSet('use linearGradient radialGradient pattern textPath')

/** Properties that may refer to other elements by `url()`. */
export const URL_PROPERTIES = wordSet('fill stroke clip-path mask filter marker-start marker-mid marker-end')

/** Presentation attributes; the same names are taken from a style attribute. */
export const PROPERTIES = new Set([
  ...URL_PROPERTIES,
  ...wordSet(`alignment-baseline baseline-shift clip-rule color color-interpolation color-interpolation-filters
    color-rendering direction display dominant-baseline fill-opacity fill-rule flood-color flood-opacity font-family
    font-size font-size-adjust font-stretch font-style font-variant font-weight image-rendering letter-spacing
    lighting-color mask-type opacity overflow paint-order shape-rendering stop-color stop-opacity stroke-dasharray
    stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor
    text-decoration text-rendering transform-origin unicode-bidi vector-effect visibility word-spacing writing-mode`),
])

/** Properties that no attribute sets: they are stored in a `style`. */
export const STYLED: Readonly<Record<string, ReadonlySet<string>>> = {
  'mix-blend-mode': wordSet(`normal multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light
    difference exclusion hue saturation color luminosity`),
  isolation: wordSet('auto isolate'),
}

/** Attributes that are stored beside the properties, `id` and `href`; their values are plain. */
export const ATTRIBUTES = wordSet(`amplitude azimuth baseFrequency clipPathUnits cx cy d diffuseConstant dx dy edgeMode
  elevation exponent filterUnits fr fx fy gradientTransform gradientUnits height in in2 intercept k1 k2 k3 k4
  lang lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits
  method mode numOctaves offset operator order orient pathLength patternContentUnits patternTransform patternUnits points
  pointsAtX pointsAtY pointsAtZ preserveAspectRatio primitiveUnits r radius refX refY result rotate rx ry scale seed side
  slope spacing specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale
  tableValues textLength transform type values viewBox width x x1 x2 xChannelSelector xml:space y y1 y2 yChannelSelector
  z`)

/** Functions that values may call; `url` only as a reference to a local id. */
export const FUNCTIONS = wordSet(`matrix translate translatex translatey scale scalex scaley rotate skewx skewy
  rgb rgba hsl hsla hwb lab lch oklab oklch
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia`)
