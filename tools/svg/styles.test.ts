import test from 'ava'
import { fc } from '../../testing/values/property.ts'
import { SvgFault } from './document.ts'
import { sanitizeSvg } from './sanitize-svg.ts'

const NAMESPACE = 'http://www.w3.org/2000/svg'
const svg = (body: string) => `<svg xmlns="${NAMESPACE}">${body}</svg>`
const storedOf = (body: string) => sanitizeSvg(svg(body)).svg.slice(svg('').length - '</svg>'.length, -'</svg>'.length)

const codeOf = (text: string): string | undefined => {
  try {
    sanitizeSvg(text)
    return undefined
  } catch (error) {
    if (error instanceof SvgFault) return error.code
    throw error
  }
}

test('precedence of styles is as in CSS', t => {
  for (const [sheet, drawn, stored] of [
    ['.a{fill:red;fill:url(//x)}', '<rect class="a"/>', '<rect fill="red"/>'],
    ['.a{fill:red!important}.a{fill:blue}', '<rect class="a"/>', '<rect fill="red"/>'],
    ['rect{fill:red!important}', '<rect style="fill:blue!important"/>', '<rect fill="blue"/>'],
    ['rect{fill:red}', '<rect style="fill:blue!important;fill:green"/>', '<rect fill="blue"/>'],
    ['#a{fill:red}#a.b{fill:blue}', '<rect id="a" class="b"/>', '<rect id="a" fill="blue"/>'],
    ['[class="a"]{fill:red}.a{fill:blue}', '<rect class="a"/>', '<rect fill="blue"/>'],
    ['[id$="x"] rect{fill:red}', '<g id="ax"><rect/></g>', '<g id="ax"><rect fill="red"/></g>'],
    ['a rect{fill:red}switch>rect{stroke:red}', '<a><switch><rect/></switch></a>', '<rect fill="red" stroke="red"/>'],
    ['#a\\:b{fill:red}', '<rect id="a:b"/>', '<rect fill="red"/>'],
    [
      '.x{fill:url(#a\\:b)}.x{fill:url("#a:b")}',
      '<g id="a:b"/><rect class="x"/>',
      '<g id="a_b"/><rect fill="url(#a_b)"/>',
    ],
    ['linearGradient{color:red}lineargradient{fill:red}', '<linearGradient/>', '<linearGradient color="red"/>'],
    ['/* .a{} */ .a{/*;*/fill:red/**/}', '<rect class="a"/>', '<rect fill="red"/>'],
    ['g{fill:red}rect{fill:red}', '<g><rect/><rect id="a"/></g>', '<g fill="red"><rect/><rect id="a" fill="red"/></g>'],
    ['g,text{font-size:2em}', '<g><text>a</text></g>', '<g font-size="2em"><text font-size="2em">a</text></g>'],
  ] as const) {
    t.is(storedOf(`<style>${sheet.replaceAll('<', '&lt;')}</style>${drawn}`), stored, sheet)
  }
})

test('an animation is stored in its final state', t => {
  const fade = '@keyframes fade{from{opacity:0}to{opacity:1}}'
  for (const [sheet, stored] of [
    [`text{opacity:0;animation:fade 1s forwards}${fade}`, '<text opacity="1">a</text>'],
    [`${fade}text{animation-name:fade;animation-fill-mode:both;opacity:0}`, '<text opacity="1">a</text>'],
    ['text{opacity:0;animation:b 1s infinite}@keyframes b{0%,100%{opacity:.5}}', '<text opacity=".5">a</text>'],
    [`text{opacity:0;animation:fade 1s}${fade}`, '<text opacity="0">a</text>'],
    [`text{animation:fade 1s}${fade}`, '<text>a</text>'],
    ['text{opacity:0;animation:gone 1s both}', '<text opacity="0">a</text>'],
    ['text{animation:x 1s both}@keyframes x{to{fill:url(//x)}}', '<text>a</text>'],
    ['text{transition:opacity 1s}', '<text>a</text>'],
  ] as const) {
    t.is(storedOf(`<style>${sheet}</style><text>a</text>`), stored, sheet)
  }
})

test('var() and env() are replaced by their fallbacks, which are checked like any value', t => {
  for (const [value, stored] of [
    ['var(--a, red)', ' fill="red"'],
    ['VAR( --a ,var(--b,var(--c, rgb(1,2,3))))', ' fill="rgb(1,2,3)"'],
    ['env(x, blue)', ' fill="blue"'],
    ['var(--a, url(//x))', ''],
    ['var(--a)', ''],
    ['var(--a,)', ''],
    ['var(--a, expression(1))', ''],
  ] as const) {
    t.is(storedOf(`<rect fill="${value}"/>`), `<rect${stored}/>`, value)
    t.is(storedOf(`<rect style="fill:${value}"/>`), `<rect${stored}/>`, value)
    t.is(storedOf(`<style>rect{fill:${value}}</style><rect/>`), `<rect${stored}/>`, value)
  }
})

test('a style sheet cannot reference files', t => {
  for (const map of [
    '/etc/passwd',
    'data:application/json,{',
    'data:application/json;base64,e30=',
    '../package.json',
  ]) {
    const sheet = `.a{fill:red}\n/*# sourceMappingURL=${map} */`
    t.is(storedOf(`<style>${sheet}</style><rect class="a"/>`), '<rect fill="red"/>', map)
  }
})

test('names of a drawing are numbered, not quoted', t => {
  const many = Array.from({ length: 40 }, (_, n) => `<ignore-all-that-${n}/>`).join('')
  const { warnings } = sanitizeSvg(
    svg(`<rect say-this="1" constructor="" style="tell-them:1;__proto__:2"/>${many}<style>@obey x;</style><image/>`),
  )
  t.deepEqual(warnings, [
    'elements of the drawing were dropped: image, 40 more',
    'attributes of the drawing were dropped: 2 of other names',
    'properties of its styles were dropped: 2 of other names',
    'parts of its style sheets were dropped: 1 of other names',
  ])
})

test('entities are text: they contain no markup, read nothing, and do not expand without limit', t => {
  const doctype = (subset: string) => `<!DOCTYPE svg [${subset}]>`
  for (const [subset, used] of [
    ['<!ENTITY a "&#38;#60;g/>">', '&a;'],
    ['<!ENTITY a "b&#x3c;">', '&a;'],
    ['<!ENTITY % a "b">', '&a;'],
    ['<!ENTITY % a SYSTEM "urn:x">%a;<!ENTITY b "c">', '&b;'],
    ['<!ENTITY a SYSTEM "urn:x" NDATA y>', '&a;'],
    ['<!ENTITY a "&a;">', '&a;'],
    ['<!ENTITY a "1"', '&a;'],
    ['', '&constructor;'],
    ['<!ENTITY __proto__ "&x;">', '&__proto__;'],
    ['<!ENTITY a "&#0;">', '&a;'],
    ['<!ENTITY a "&#xD800;">', '&a;'],
    ['<!ENTITY a "x" EXTRA>', '&a;'],
  ] as const) {
    t.is(codeOf(doctype(subset) + svg(`<text>${used}</text>`)), 'not_well_formed', subset)
  }
  const lt = doctype('<!ENTITY lt "&#38;#60;"><!ENTITY amp "x"><!ENTITY __proto__ "y">')
  t.is(sanitizeSvg(lt + svg('<text>&lt;&amp;&__proto__;</text>')).svg, svg('<text>&lt;&amp;y</text>'))
  const large = doctype(`<!ENTITY a "${'a'.repeat(12_500)}">`)
  t.is(codeOf(`${large}${svg('<text>&a;&a;</text>')}`), undefined)
  t.is(codeOf(`${large}${svg('<text>&a;&a;&a;</text>')}`), 'too_large')
})

test('ids of a drawing remain unique, however many references there are', t => {
  const ids = Array.from({ length: 900 }, (_, n) => `${'é'.repeat(70)}${n}`)
  const { svg: stored } = sanitizeSvg(svg(ids.map(id => `<g id="${id}"/><use href="#${id}"/>`).join('')))
  const [names, references] = ['id', 'href'].map(name => stored.match(new RegExp(`(?<= ${name}="#?)[^"#]+`, 'g')) ?? [])
  t.is(new Set(names).size, 900)
  t.deepEqual(references, names)
  t.true(names!.every(name => /^[A-Za-z_][\w.-]{0,63}$/.test(name)))
})

const piece = fc.constantFrom(
  ...[
    'a',
    'b',
    'a:b',
    '1',
    'é',
    '#a',
    '.a',
    '*',
    'rect',
    ' ',
    '>',
    ',',
    '{',
    '}',
    ';',
    ':',
    '(',
    ')',
    '[',
    ']',
    '"',
    "'",
  ],
  ...['fill:red', 'fill:url(#a)', 'fill:url(//x)', 'mix-blend-mode:multiply', 'font:9px a', 'marker:url(#a:b)', 'url('],
  ...[
    'inherit',
    '!important',
    '@import "x";',
    '@media all{',
    '/*',
    '*/',
    '\\',
    '&amp;',
    '<![CDATA[',
    ']]>',
    '&e;',
    '\n',
  ],
)
const sheet = fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join(''))
const soundSheet = fc
  .array(
    fc.tuple(
      fc.constantFrom('*', '.a', '#a', 'rect', 'g .a', 'g>.b,[x]', 'text', '.a.b', 'svg *', '#a\\:b'),
      fc.constantFrom(
        'fill:url(#a:b)',
        'fill:red',
        'font:bold 9px a',
        'marker:url(#a)',
        'stroke:inherit',
        'mask:url(#1)',
      ),
      fc.constantFrom('', '!important'),
    ),
    { maxLength: 8 },
  )
  .map(rules => rules.map(([selector, set, weight]) => `${selector}{${set}${weight}}`).join(''))
const ids = fc.constantFrom('a', 'b', 'a:b', 'a_b', '1', '_1', 'é')
const shape = fc
  .tuple(
    fc.constantFrom('rect', 'g', 'text', 'use', 'a', 'switch', 'mask', 'marker', 'style', 'foreignObject', 'image'),
    ids,
    ids,
    fc.constantFrom('a', 'b', 'a b', ''),
    fc.constantFrom('', 'mix-blend-mode:screen', 'font:9px x', 'fill:url("#é")', 'white-space:pre', 'stroke:unset'),
  )
  .map(
    ([name, id, href, classes, style]) =>
      `<${name} id="${id}" href="#${href}" class="${classes}" style='${style}' width="9" height="9" x="&e;">`,
  )
const drawing = fc
  .tuple(fc.oneof(sheet, soundSheet), fc.array(fc.oneof(shape, fc.constant('')), { maxLength: 8 }))
  .map(([text, shapes]) => {
    const closing = shapes.map(open => (/^<(\w+)/.exec(open) ? `</${/^<(\w+)/.exec(open)![1]}>` : '')).reverse()
    const nested = shapes.join('<p xmlns="http://www.w3.org/1999/xhtml">w</p>')
    const body = `<style>${text}</style>${nested}x${closing.join('')}<path/>`
    return `<!DOCTYPE svg [<!ENTITY e "1">]>${svg(body)}`
  })

test('any combination of sheets, names, entities and switches is stored as plain markup, and sanitizing is idempotent', t => {
  let taken = 0
  fc.assert(
    fc.property(drawing, text => {
      if (codeOf(text) !== undefined) return
      taken++
      const { svg: once } = sanitizeSvg(text)
      t.deepEqual(sanitizeSvg(once), { svg: once, warnings: [] }, text)
      t.notRegex(
        once,
        /<(?:style|switch|foreignObject|a|image)[\s/>]|class=|\/\/x|@import|&e;|url\((?!#[\w.-]+\))/,
        text,
      )
      const ids = new Set(Array.from(once.matchAll(/ id="([^"]*)"/g), match => match[1]))
      for (const [, id] of once.matchAll(/(?:url\(| href=")#([^")]*)/g)) t.true(ids.has(id), text)
    }),
    { numRuns: 3_000 },
  )
  t.true(taken > 800, `${taken}`)
})
