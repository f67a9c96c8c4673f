const repeat = (times: number, part: (index: number) => string) =>
  Array.from({ length: times }, (_, n) => part(n)).join('')

export const attackDrawing = (body: string, attributes = ' width="1000" height="1000" viewBox="0 0 1000 1000"') =>
  `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${body}</svg>`

const filtered = (primitives: string, attributes = '') =>
  `<filter id="f"${attributes}>${primitives}</filter><rect width="900" height="900" filter="url(#f)"/>`
const dashed = (attributes: string) => `<path d="M0 0Q500 900 1000 0z" fill="none" stroke="red" ${attributes}/>`
const fullRect = (attributes: string) => `<rect width="900" height="900" ${attributes}/>`
const patterned = (attributes: string) =>
  `<pattern id="p" ${attributes}><rect width="1" height="1"/></pattern>${fullRect('fill="url(#p)"')}`
const blur = '<feGaussianBlur stdDeviation="50"/>'

/** Drawings that would occupy a renderer for long and are refused, by what there is too much of. */
export const refusedAttacks: Record<'dashes' | 'filters' | 'elements', Record<string, string>> = {
  dashes: {
    'dashes of next to nothing': dashed('stroke-dasharray="1e-9"'),
    'in a style': dashed('style="stroke-dasharray: 0.001px, 0.002px"'),
    'inherited from a group': `<g stroke-dasharray="1e-6">${dashed('')}</g>`,
    'inherited through a use':
      '<defs><path id="a" d="M0 0h9"/></defs><use href="#a" stroke="red" stroke-dasharray="1e-5"/>',
    'repeated by uses': `<g id="a" stroke="red" stroke-dasharray="1">${dashed('').repeat(60)}</g>${repeat(40, () => '<use href="#a"/>')}`,
    'many gaps in one period': dashed(`stroke-dasharray="100 ${'1e-9 '.repeat(2_100)}"`),
    'in a picture of next to nothing': '<circle r="1%" stroke="red" stroke-dasharray="1e-5"/>',
  },
  filters: {
    'a long chain': filtered(blur.repeat(100)),
    'results read twice, again and again': filtered(
      repeat(30, n => `<feBlend in="a${n}" in2="a${n}" result="a${n + 1}"/>`),
    ),
    'results named as a background': filtered(
      '<feBlend in="BackgroundImage" in2="BackgroundImage" result="BackgroundImage"/>'.repeat(30),
    ),
    'results read twice without being named': filtered('<feBlend/>'.repeat(12)),
    'merged again and again': filtered(
      repeat(12, n => `<feMerge result="a${n + 1}">${`<feMergeNode in="a${n}"/>`.repeat(8)}</feMerge>`),
    ),
    'merged from many': filtered(`<feMerge>${'<feMergeNode/>'.repeat(1_000)}</feMerge>`),
    'functions in a property': fullRect(`filter="${'blur(50px) '.repeat(100)}"`),
    'functions in a style': fullRect(`style="filter:${'drop-shadow(1px 1px 9px red) '.repeat(60)}"`),
    'filtered again and again': `<filter id="f">${blur}</filter>${fullRect('filter="url(#f)"').repeat(300)}`,
    'filters in filters': `<filter id="f">${blur}</filter>${'<g filter="url(#f)">'.repeat(60)}<rect/>${'</g>'.repeat(60)}`,
    'one filter often in a property': `<filter id="f">${blur}</filter>${fullRect(`filter="${'url(#f) '.repeat(60)}"`)}`,
  },
  elements: {
    'masked again and again': `<mask id="m">${'<rect/>'.repeat(20)}</mask>${fullRect('mask="url(#m)"').repeat(400)}`,
    'clipped again and again': `<clipPath id="c">${'<circle/>'.repeat(20)}</clipPath>${fullRect('clip-path="url(#c)"').repeat(400)}`,
    'patterns in patterns': `<pattern id="p0"><rect/></pattern>${repeat(
      8,
      n => `<pattern id="p${n + 1}">${`<rect fill="url(#p${n})"/>`.repeat(4)}</pattern>`,
    )}<rect fill="url(#p8)"/>`,
    'masks in clip paths in masks': `<mask id="a0"><rect/></mask>${repeat(
      8,
      n =>
        `<clipPath id="b${n}">${`<rect mask="url(#a${n})"/>`.repeat(3)}</clipPath><mask id="a${n + 1}">${`<rect clip-path="url(#b${n})"/>`.repeat(3)}</mask>`,
    )}<rect mask="url(#a8)"/>`,
    'patterned markers at each vertex': `<pattern id="p"><rect/></pattern><marker id="m"><rect fill="url(#p)"/></marker><path d="M0 0${'h1'.repeat(8_000)}" marker-mid="url(#m)"/>`,
    'a long path used often': `<path id="a" d="M0 0${'h1'.repeat(4_000)}"/>${'<use href="#a"/>'.repeat(100)}`,
    'a long text used often': `<text id="a">${'a'.repeat(4_000)}</text>${'<use href="#a"/>'.repeat(100)}`,
    'overdrawn through uses': `<g id="a">${'<rect/>'.repeat(100)}</g>${'<use href="#a"/>'.repeat(99)}`,
    'a gradient of many stops used often': `<linearGradient id="g">${'<stop/>'.repeat(900)}</linearGradient>${'<rect fill="url(#g)"/>'.repeat(50)}`,
  },
}

/** Drawings of which something is removed, with what remains. */
export const trimmedAttacks: Record<string, [given: string, left: string]> = {
  'coordinates beyond any picture': [
    '<path d="M1e300 0"/><rect x="9999999" width="1e9"/><g transform="translate(1e30)"/>',
    '<path/><rect/><g/>',
  ],
  'large scales': ['<g transform="scale(1e5)"/><g transform="matrix(1 0 0 99999 0 0)"/>', '<g/><g/>'],
  'a skew to the horizon': ['<g transform="skewX(89.99999999)"/>', '<g/>'],
  'small scales': [patterned('width="9" patternTransform="scale(1e-6)"'), patterned('width="9"')],
  'tiles of next to nothing': [
    patterned('width="1e-6" height="1e-6" patternUnits="userSpaceOnUse"'),
    patterned('patternUnits="userSpaceOnUse"'),
  ],
  'tiles of less than a thousandth': [patterned('width=".01%" height="9"'), patterned('height="9"')],
  'a viewBox of next to nothing': ['<symbol viewBox="0 0 1e-9 1e-9"/>', '<symbol/>'],
  'a huge blur in a huge region': [
    filtered('<feGaussianBlur stdDeviation="1e9"/>', ' x="-1e5" y="-99999%" width="1e6" height="20000%"'),
    filtered('<feGaussianBlur/>'),
  ],
  'primitives with huge parts': [
    filtered('<feTurbulence numOctaves="1000"/><feMorphology radius="1000"/><feDisplacementMap scale="1e5"/>'),
    filtered('<feTurbulence/><feMorphology/><feDisplacementMap/>'),
  ],
  'a long table': [
    filtered(`<feComponentTransfer><feFuncR tableValues="${'0 1 '.repeat(200)}"/></feComponentTransfer>`),
    filtered('<feComponentTransfer><feFuncR/></feComponentTransfer>'),
  ],
  'a convolution': [filtered('<feConvolveMatrix order="1000"/><feOffset/>'), filtered('<feOffset/>')],
  'functions with huge parts': [fullRect('filter="blur(5000px)"'), fullRect('').replace(' /', '/')],
  'large strokes, letters and gaps': [
    '<text stroke-width="1e9" style="font-size:1e7px;letter-spacing:1e9" textLength="1e9">a</text>',
    '<text>a</text>',
  ],
  'dashes in units of something else': ['<path stroke-dasharray="5% 1em"/>', '<path/>'],
  'paint of a context': [
    '<marker><path fill="context-stroke" stroke="context-fill"/></marker>',
    '<marker><path/></marker>',
  ],
  animations: ['<rect><animate attributeName="width" to="1e9"/><animateTransform/></rect>', '<rect/>'],
}

/** Drawings that are stored unchanged, since a renderer handles them well. */
export const harmless: Record<string, string> = {
  'functions of a filter': '<g filter="drop-shadow(1px 2px 3px #123456) blur(5px) hue-rotate(720deg)"/>',
  'a path of thousands of commands': `<path d="M0 0${'h1'.repeat(9_000)}"/>`,
  'tiny arcs': `<path d="M0 0${'a.00001 .00001 0 1 1 1 1'.repeat(700)}" stroke="red"/>`,
  'noise of floating point':
    '<path d="M6.123233995736766e-17 1L1.2345678901234567 2" transform="matrix(1 0 0 1 1e-17 0)"/>',
  'a gradient that repeats at once':
    '<linearGradient id="g" x2="1e-9" spreadMethod="repeat"><stop/><stop offset="1"/></linearGradient><rect width="900" height="900" fill="url(#g)"/>',
  'masks in masks': `${repeat(20, n => `<mask id="m${n}"><rect width="900" height="900" fill="#fff"${n ? ` mask="url(#m${n - 1})"` : ''}/></mask>`)}<rect width="900" height="900" mask="url(#m19)"/>`,
  'cards with shadows': `<filter id="effect_1234567"><feGaussianBlur in="SourceAlpha" stdDeviation="4"/><feOffset dy="4" result="shadow_1234567"/><feMerge><feMergeNode in="shadow_1234567"/><feMergeNode in="SourceGraphic"/></feMerge></filter>${'<rect width="90" height="90" filter="url(#effect_1234567)"/>'.repeat(9)}`,
  'a dashed grid': `<g stroke="red" stroke-dasharray="4 4">${'<path d="M0 0H1000V1000"/>'.repeat(20)}<circle r="50%"/><text>a</text></g>`,
  'charts with a clip path each': `<clipPath id="c"><rect width="9" height="9"/></clipPath>${'<path d="M0 0h9" clip-path="url(#c)"/>'.repeat(100)}`,
  'dots with a gradient': `<radialGradient id="g"><stop/><stop offset="1"/></radialGradient>${'<circle r="9" fill="url(#g)"/>'.repeat(700)}`,
}
