import test from 'ava'
import { SaxesParser } from 'saxes'
import { fc } from '../../testing/values/property.ts'
import { hasVectors, readTestVectors, readVectorFiles } from '../../testing/values/vectors.ts'
import { Problem } from '../core/problems/problem.ts'
import { ATTRIBUTES, ELEMENTS, PROPERTIES } from './allowed/elements.ts'
import { SvgFault } from './document.ts'
import { requireSvg, sanitizeSvg } from './sanitize-svg.ts'
import { svgTexts } from './serialize.ts'

const storedOf = (text: string): string => sanitizeSvg(text).svg

const NAMESPACE = 'http://www.w3.org/2000/svg'
const svg = (body: string, attributes = '') => `<svg xmlns="${NAMESPACE}"${attributes}>${body}</svg>`

/** The content of the stored SVG for `body`. */
function stored(body: string, attributes = ''): string {
  const text = storedOf(svg(body, attributes))
  const opening = `<svg xmlns="${NAMESPACE}">`
  return text.startsWith(opening) ? text.slice(opening.length, -'</svg>'.length) : text.replace(opening, '')
}

const faultOf = (text: string): string | undefined => {
  try {
    storedOf(text)
    return undefined
  } catch (error) {
    if (error instanceof SvgFault) return error.code
    throw error
  }
}

function isAllowed(name: string, value: string, ids: ReadonlySet<string | undefined>): boolean {
  if (!ATTRIBUTES.has(name) && !PROPERTIES.has(name) && !['id', 'href'].includes(name)) return false
  if (/[\\:@/<>&]/.test(value)) return false
  if (name === 'href' && !ids.has(value.slice(1))) return false
  const urls = Array.from(value.matchAll(/url\s*\(([^)]*)/gi), ([, target]) => target ?? '')
  return urls.every(target => target.startsWith('#') && ids.has(target.slice(1)))
}

/** Parses stored SVG again: only allowed elements and attributes, and references to existing ids. */
function check(text: string): string[] {
  const faults: string[] = []
  const ids = new Set(Array.from(text.matchAll(/ id="([^"]*)"/g), match => match[1]))
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', error => faults.push(error.message))
  parser.on('doctype', () => faults.push('doctype'))
  parser.on('comment', () => faults.push('comment'))
  parser.on('processinginstruction', () => faults.push('processing instruction'))
  parser.on('opentag', ({ name, uri, attributes }) => {
    if (uri !== NAMESPACE || !ELEMENTS.has(name)) faults.push(name)
    for (const { name, value } of Object.values(attributes)) {
      if (name !== 'xmlns' && !isAllowed(name, value, ids)) faults.push(`${name}=${value}`)
    }
  })
  parser.write(text).close()
  return faults
}

function isStoredWell(text: string): string[] {
  if (faultOf(text) !== undefined) return []
  const once = storedOf(text)
  return storedOf(once) === once ? check(once) : ['no fixed point']
}

test('harmless drawings are unchanged', t => {
  for (const body of [
    '<path d="M0 0h1v.5e-3L-1,2z" fill="none" stroke="#1e1000" stroke-width="2px"/>',
    '<linearGradient id="g"><stop offset="50%" stop-color="rgb(1,2,3)"/></linearGradient><rect fill="url(#g) red"/>',
    '<g transform="translate(1 2) rotate(45)"><use href="#s" x="1"/></g><symbol id="s"><circle r="1"/></symbol>',
    '<text x="1" xml:space="preserve">a <tspan font-family="Arial, \'Noto Sans 中文\'">b</tspan> &amp; 中</text>',
    '<filter id="f"><feGaussianBlur in="SourceGraphic" stdDeviation="2"/></filter><g filter="url(#f) blur(2px)"/>',
    '<title>a</title><desc>b</desc><clipPath id="c"><circle r="1"/></clipPath><g clip-path="url(#c)"/>',
    '<path id="p" d="M0 0"/><text><textPath href="#p" startOffset="5%">on a path</textPath></text>',
  ]) {
    t.is(stored(body), body.replaceAll("'", "'"))
  }
})

test('disallowed parts are removed silently', t => {
  for (const [body, left] of [
    ['<script>alert(1)</script><path/>', '<path/>'],
    ['<style>@import url(//a.b)</style><path/>', '<path/>'],
    ['<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="//a.b"/></foreignObject><path/>', '<path/>'],
    ['<g onload="alert(1)" onclick="x" class="a" data-a="b"/>', '<g/>'],
    ['<rect><animate attributeName="href" to="javascript:x"/><set/></rect>', '<rect/>'],
    ['<image href="data:image/png;base64,AA"/><image href="https://a.b/c"/><feImage href="#a"/><path/>', '<path/>'],
    ['<a href="javascript:alert(1)"><text>click</text></a>', '<text>click</text>'],
    ['<use href="https://a.b/c.svg#d"/><use href="#a:b"/><use href="data:,#a"/><path/>', '<use/><use/><use/><path/>'],
    ['<!-- a --><?php b ?><path/>', '<path/>'],
    ['<h:script xmlns:h="http://www.w3.org/1999/xhtml">x</h:script><path/>', '<path/>'],
    ['<svg:g xmlns:svg="http://a.b"><rect/></svg:g><g xmlns=""/><rect/>', '<rect/>'],
    ['<s:rect xmlns:s="http://www.w3.org/2000/svg" s:width="1" width="2"/>', '<rect width="2"/>'],
    ['<title>a<g/><style>b</style></title><path/>', '<title>a</title><path/>'],
    ['stray <g>text</g>', '<g/>'],
    ['<text><![CDATA[<b>]]>&#13;</text>', '<text>&lt;b&gt;&#13;</text>'],
    ['<g id="a"/><rect id="a"/><rect id="b c"/>', '<g id="a"/><rect/><rect/>'],
    ['<path d="M1e999 0"/><rect width="1111111111111111111111111111"/>', '<path/><rect/>'],
    [
      '<g id="a"/><use xmlns:l="http://www.w3.org/1999/xlink" l:href="#a"/><use xmlns:l="urn:x" l:href="#a"/>',
      '<g id="a"/><use href="#a"/><use/>',
    ],
  ] as const) {
    t.is(stored(body), left)
  }
})

test('url() may reference existing ids, in attributes and styles, in any notation', t => {
  const gradient = '<linearGradient id="g"/>'
  for (const [attributes, left] of [
    ['fill="url(https://a.b/c)"', ''],
    ['fill="url(#gone)"', ' fill="none"'],
    ['fill="url(#gone) red"', ' fill="red"'],
    ['fill="URL( \'#g\' )"', ' fill="url(#g)"'],
    ['fill="u\\72l(https://a.b)"', ''],
    ['fill="url/**/(https://a.b)"', ''],
    ['fill="image-set(url(#g))" stroke="src(#g)" mask="element(#g)"', ''],
    ['filter="url(#g) url(//a.b)"', ''],
    ['fill="url(#g)url(//a.b)"', ''],
    ['fill="var(--a)" stroke="expression(alert(1))" opacity="calc(1)"', ''],
    ['d="url(#g)"', ''],
    [
      'style="fill:url(#g);stroke : red !important;stroke-width:2px"',
      ' fill="url(#g)" stroke="red" stroke-width="2px"',
    ],
    ['fill="red" style="FILL:blue"', ' fill="blue"'],
    ['fill="red" style="fill:url(//a.b)"', ' fill="red"'],
    ['style="fill:red;background:url(//a.b);behavior:url(#g)"', ' fill="red"'],
    ['style="fill:r\\65 d"', ''],
    ['style="/*;fill:red;*/"', ''],
    ['style="@import url(//a.b);fill:red"', ''],
    ['fill="url(#gone) Inherit" mask="inherit" filter="unset" opacity="inherit"', ' opacity="inherit"'],
    ['style="fill:url(#gone)"', ' fill="none"'],
  ] as const) {
    t.is(stored(`${gradient}<rect ${attributes}/>`), `${gradient}<rect${left}/>`, attributes)
  }
})

test('an invalid SVG is refused', t => {
  const chain = (links: number) =>
    Array.from({ length: links }, (_, n) => `<g id="a${n}"><use href="#a${n + 1}"/><use href="#a${n + 1}"/></g>`).join(
      '',
    )
  for (const [text, code] of [
    ['', 'not_well_formed'],
    ['hello', 'not_well_formed'],
    ['<svg', 'not_well_formed'],
    [`${svg('')}<svg/>`, 'not_well_formed'],
    [svg('<g a=1/>'), 'not_well_formed'],
    [svg('<a:g/>'), 'not_well_formed'],
    [svg('&nbsp;'), 'not_well_formed'],
    [svg('&constructor;'), 'not_well_formed'],
    [`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`, 'not_well_formed'],
    [`<?xml version="1.1"?>${svg('<text>&#1;</text>')}`, 'not_well_formed'],
    ['<html/>', 'no_svg'],
    ['<svg xmlns="http://www.w3.org/1999/xhtml"/>', 'no_svg'],
    ['<g xmlns="http://www.w3.org/2000/svg"/>', 'no_svg'],
    [svg('<g>'.repeat(64) + '</g>'.repeat(64)), 'too_deep'],
    [svg('<x>'.repeat(64) + '</x>'.repeat(64)), 'too_deep'],
    [svg('<g/>'.repeat(2_500)), 'too_large'],
    [svg(`<g ${Array.from({ length: 257 }, (_, n) => `a${n}=""`).join(' ')}/>`), 'too_large'],
    [svg(`${chain(16)}<g id="a16"/>`), 'too_large'],
    [svg(`${chain(64)}<g id="a64"/>`), 'too_deep'],
    [svg('<g id="a"><use href="#a"/></g>'), 'cycle'],
    [svg('<use id="a" href="#b"/><use id="b" href="#a"/>'), 'cycle'],
    [svg('<pattern id="p"><rect fill="url(#p)"/></pattern>'), 'cycle'],
    [svg('<pattern id="p" stroke="url(#p)"><g><rect/></g></pattern>'), 'cycle'],
    [svg('<mask id="m"><g mask="url(#n)"/></mask><clipPath id="n" clip-path="url(#m)"/>'), 'cycle'],
    [svg('<mask id="m" mask="url(#m)"/>'), 'cycle'],
    [svg('<marker id="m"><path style="marker-end:url(#m)"/></marker>'), 'cycle'],
    [svg('<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>'), 'cycle'],
    [svg('<filter id="f" filter="url(#f)"/>'), 'cycle'],
    [
      svg(`<marker id="m">${'<g/>'.repeat(100)}</marker><path marker-mid="url(#m)" d="${'h1'.repeat(500)}"/>`),
      'too_large',
    ],
    [svg(`<pattern id="p">${'<g/>'.repeat(200)}</pattern><g fill="url(#p)">${'<rect/>'.repeat(200)}</g>`), 'too_large'],
  ] as const) {
    t.is(faultOf(text), code, text.slice(0, 120))
  }
})

test('leading white space, a document type and a missing namespace are accepted', t => {
  for (const text of [
    `\n <?xml version="1.0" encoding="UTF-16"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://a.b">${svg('<g/>')}\n`,
    `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<g/>')}`,
    '<svg><g/></svg>',
    `<s:svg xmlns:s="${NAMESPACE}"><s:g/></s:svg>`,
  ]) {
    t.is(storedOf(text), svg('<g/>'))
  }
})

test('a refusal has its reason and position, without text of the input', t => {
  const error = t.throws(() => requireSvg('<svg><evil></svg>', '/content', () => true), { instanceOf: Problem })
  t.is(error.slug, 'svg-rejected')
  const [fault] = error.members.errors!
  t.like(fault, { pointer: '/content', code: 'not_well_formed' })
  t.regex(fault!.message, /line 1, column 17/)
  t.notRegex(JSON.stringify([error.message, error.members]), /evil/)
  const large = t.throws(() => requireSvg(svg(''), '/content', () => false), { instanceOf: Problem })
  t.is(large.members.errors?.[0]?.code, 'too_large')
})

test('the text of a stored SVG is what a reader sees, in order', t => {
  const text = storedOf(svg('<title>a &lt;b&gt; &amp;amp; "c"</title><text> <tspan>&#35;d</tspan>\n</text><g/>'))
  t.deepEqual(svgTexts(text), ['a <b> &amp; "c"', '#d'])
})

const word = fc.constantFrom(
  ...['svg', 'g', 'use', 'a', 'text', 'title', 'rect', 'path', 'pattern', 'mask', 'script', 'style', 'x:g', 'image'],
)
const attribute = fc.tuple(
  fc.constantFrom('id', 'href', 'xlink:href', 'fill', 'style', 'd', 'mask', 'marker-mid', 'onload', 'xml:space', 'x:y'),
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      'a',
      'b',
      '#a',
      '#b',
      'url(#a)',
      "url( '#b') red",
      'url(#c) url(#a) x',
      'url(#c) inherit',
      'inherit',
      'url url(#c)(#a)',
      'fill:url(#a);mask:url(#b)',
    ),
  ),
)
const escaped = (text: string) => text.replace(/[&<"]/g, character => `&#${character.charCodeAt(0)};`)

const { markup } = fc.letrec<{ markup: string }>(tie => ({
  markup: fc.oneof(
    { depthSize: 'medium' },
    fc.string({ unit: 'binary', maxLength: 10 }).map(escaped),
    fc
      .tuple(
        word,
        fc.uniqueArray(attribute, { maxLength: 4, selector: ([name]) => name }),
        fc.array(tie('markup'), { maxLength: 4 }),
      )
      .map(([name, attributes, children]) => {
        const written = attributes.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('')
        return `<${name}${written}>${children.join('')}</${name}>`
      }),
  ),
}))

test('sanitizing is idempotent, and its output contains only allowed parts: any markup', t => {
  const around = ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:x="http://a.b"'
  let taken = 0
  fc.assert(
    fc.property(markup, body => {
      const text = svg(body, around)
      if (faultOf(text) === undefined) taken++
      t.deepEqual(isStoredWell(text), [])
    }),
    { numRuns: 2_000 },
  )
  t.true(taken > 500, `${taken}`)
})

test('any text is stored in valid form or refused', t => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      t.deepEqual(isStoredWell(text), [])
      t.deepEqual(isStoredWell(`<svg>${text}</svg>`), [])
    }),
  )
})

const withSvgs = hasVectors('svg') ? test : test.skip
const withStrings = hasVectors('blns') ? test : test.skip

withSvgs('hostile collections (from ../shared/vectors/svg) are stored well or refused', t => {
  const files = readVectorFiles('svg').filter(({ name }) => name.endsWith('.svg'))
  const payloads = readTestVectors<{ payload: string }[]>('svg', 'markup.json')
  const texts = [...files.map(({ bytes }) => bytes.toString()), ...payloads.map(({ payload }) => payload)]
  t.true(texts.length > 50)
  for (const text of texts) {
    for (const each of [text, svg(text), svg(`<text>${escaped(text)}</text>`)])
      t.deepEqual(isStoredWell(each), [], each)
  }
})

withStrings('naughty strings (from ../shared/vectors/blns) as text read back as they were', t => {
  for (const text of readTestVectors<string[]>('blns', 'blns.json')) {
    const written = svg(`<text id="${escaped(text)}" fill="${escaped(text)}">x${escaped(text)}</text>`)
    if (faultOf(written) !== undefined) continue
    t.deepEqual(isStoredWell(written), [])
    t.deepEqual(svgTexts(storedOf(written)), [`x${text}`])
  }
})
