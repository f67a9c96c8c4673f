/** Drawings that consist of the allowed elements, in their stored form. */
export const drawingsOfElements: Record<string, string> = {
  structure: '<defs><symbol id="s"><path d="M0 0h1"/></symbol></defs><g><use href="#s"/></g>',
  shapes:
    '<path d="M0 0h1"/><rect width="1"/><circle r="1"/><ellipse rx="1"/><line x1="1"/><polyline points="0 0 1 1"/>' +
    '<polygon points="0 0 1 1"/>',
  text: '<title>a</title><desc>b</desc><path id="p" d="M0 0h9"/><text>c<tspan>d</tspan><textPath href="#p">e</textPath></text>',
  paint:
    '<linearGradient id="l"><stop offset="1"/></linearGradient><radialGradient id="r"/>' +
    '<pattern id="t" width="1" height="1"/><clipPath id="c"><rect width="1"/></clipPath>' +
    '<mask id="m"><rect width="1"/></mask><marker id="k"><path d="M0 0h1"/></marker>',
  filters:
    '<filter id="f"><feBlend/><feColorMatrix/><feComponentTransfer><feFuncA/><feFuncB/><feFuncG/><feFuncR/>' +
    '</feComponentTransfer><feComposite/><feDiffuseLighting><feDistantLight/></feDiffuseLighting><feDisplacementMap/>' +
    '<feDropShadow/><feFlood/><feGaussianBlur/><feMerge><feMergeNode/></feMerge><feMorphology/><feOffset/>' +
    '<feSpecularLighting><fePointLight/></feSpecularLighting><feSpecularLighting><feSpotLight/></feSpecularLighting>' +
    '<feTile/><feTurbulence/></filter>',
}

const ones = (names: string) =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map(name => [name, '1']),
  )

/** A value for each allowed property. */
export const properties: Record<string, string> = {
  ...ones(`
  alignment-baseline baseline-shift clip-rule color color-interpolation color-interpolation-filters color-rendering
  direction display dominant-baseline fill-opacity fill-rule flood-color flood-opacity font-family font-size
  font-size-adjust font-stretch font-style font-variant font-weight image-rendering letter-spacing lighting-color
  mask-type opacity overflow paint-order shape-rendering stop-color stop-opacity stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering
  transform-origin unicode-bidi visibility word-spacing writing-mode`),
  fill: 'url(#i)',
  stroke: 'url(#i)',
  'stroke-dasharray': 'none',
  'vector-effect': 'none',
}

/** A value for each allowed attribute, except those that hold references. */
export const attributes: Record<string, string> = {
  ...ones(`
  amplitude azimuth baseFrequency clipPathUnits cx cy diffuseConstant dx dy edgeMode elevation exponent filterUnits
  fr fx fy gradientUnits height in in2 intercept k1 k2 k3 k4 lang lengthAdjust limitingConeAngle markerHeight
  markerUnits markerWidth maskContentUnits maskUnits method mode numOctaves offset operator order orient pathLength
  patternContentUnits patternUnits pointsAtX pointsAtY pointsAtZ preserveAspectRatio primitiveUnits r radius refX
  refY result rotate rx ry scale seed side slope spacing specularConstant specularExponent spreadMethod startOffset
  stdDeviation stitchTiles surfaceScale tableValues textLength values width x x1 x2 xChannelSelector y y1 y2
  yChannelSelector z`),
  id: 'k',
  d: 'M0 0h1',
  gradientTransform: 'rotate(1)',
  patternTransform: 'rotate(1)',
  points: '0 0 1 1',
  transform: 'rotate(1)',
  type: 'table',
  viewBox: '0 0 1 1',
  'xml:space': 'preserve',
}
