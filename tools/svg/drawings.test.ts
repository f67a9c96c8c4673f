import { readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'ava'
import { Losses } from './allowed/removed-parts.ts'
import { childElements, type SvgElement } from './document.ts'
import { parseSvg } from './parse.ts'
import { sanitizeSvg } from './sanitize-svg.ts'
import { svgTexts } from './serialize.ts'

/** Exports of drawing programs: real ones of those that run on a server, and handmade ones in the formats of others. */
const FOLDER = path.join(import.meta.dirname, '../../../tools/svg/drawings')
const POST_CHARACTERS = 25_000

const read = (name: string) => readFileSync(path.join(FOLDER, `${name}.svg`), 'utf8')

const all = (element: SvgElement): SvgElement[] => [element, ...childElements(element).flatMap(all)]

const elementsOf = (text: string, name: string) =>
  all(parseSvg(text, new Losses())).filter(element => element.name === name)

/** For each drawing, all of its text, and parts of the stored form. */
const drawings: Record<string, { words: string[]; holds: string[]; warned: RegExp | null }> = {
  drawio: {
    words: ['Order received', 'In stock?', 'check', 'Plain label'],
    holds: [
      'fill="rgb(218, 232, 252)" stroke="rgb(108, 142, 191)"',
      '<text x="60" y="74" fill="#000000"',
      'fill="#fff2cc" stroke="#d6b656"',
      'fill="#b85450" font-family="&quot;Helvetica&quot;" font-size="11px"',
      'fill="#d5e8d4" stroke="#82b366"',
    ],
    warned: /attributes .*content.*pointer-events/,
  },
  illustrator: {
    words: ['Hällo & world'],
    holds: [
      'fill="#F7931E" stroke="#333333" stroke-width="3"',
      '<rect x="90" y="30" width="90" height="60" fill="url(#SVGID_1_)"/>',
      'opacity="0.6" fill="#29ABE2" style="mix-blend-mode:multiply"',
      '<g clip-path="url(#SVGID_3_)">',
      'fill-rule="evenodd" clip-rule="evenodd" fill="#ED1C24"',
      `font-family="'MyriadPro-Regular'" font-size="18px"`,
      'style="isolation:isolate"',
    ],
    warned: /elements .*metadata/,
  },
  inkscape: {
    words: ['Tal & Hügel'],
    holds: [
      '<linearGradient id="linear_sky">',
      '<linearGradient href="#linear_sky" id="linearGradient836"',
      'fill="url(#sonne-gr__e)"',
      'clip-path="url(#_1-clip)"',
      'filter="url(#filter_99)"',
      '<use x="0" y="0" href="#sun"',
    ],
    warned: /fill, stroke/,
  },
  figma: {
    words: ['Sign   in ’now’'],
    holds: [
      'clip-path="url(#clip0_1_2)"',
      'mask-type="alpha"',
      'mask="url(#mask0_1_7)"',
      'filter="url(#filter0_d_1_3)"',
      '<g style="mix-blend-mode:multiply"><ellipse',
      'in2="effect1_dropShadow_1_3" result="shape"',
      'xml:space="preserve"',
    ],
    warned: null,
  },
  matplotlib: {
    words: ['Größe', 'zeit [s]', 'sin', '1.0'],
    holds: ['stroke-linejoin="round"', 'stroke="#d62728"', 'fill="#ff7f0e"', 'fill="url(#'],
    warned: /^elements of the drawing were dropped: metadata$/,
  },
  svglite: {
    words: ['Sales by month', 'month', 'units', 'new', 'old', 'some   text'],
    holds: [
      'stroke="#B22222"',
      'fill="none" stroke="#006400"',
      'stroke-width="0.75"',
      'stroke-linejoin="round"',
      'stroke-miterlimit="10.00"',
    ],
    warned: null,
  },
  graphviz: {
    words: ['Überblick: 流れ', 'Start', 'Gradient', 'yes', 'no', 'left', 'right'],
    holds: ['fill="#dae8fc"', 'fill="url(#l_0)"', 'stroke="crimson" stroke-dasharray="5,2"', 'fill="palegreen"'],
    warned: /references .*href/,
  },
  plantuml: {
    words: ['Alice', 'Server ♥', 'DB', 'login', 'select', 'rows', 'a note', 'red', 'token'],
    holds: ['fill="#ADD8E6"', 'stroke="#A80036"', 'fill="#FBFB77"', 'fill="#FF0000"', 'filter="url(#'],
    warned: /attributes .*zoomAndPan/,
  },
  gnuplot: {
    words: ['Damped waves', 'time / s', 'amplitude', 'envelope'],
    holds: ['stroke="rgb(214, 39, 40)"', 'fill="rgb( 31, 119, 180)"', 'fill-opacity="0.400000"'],
    warned: null,
  },
  d3: {
    words: ['Fruit by weight', 'apples', 'figs', 'pears: 80', '60'],
    holds: [
      'fill="steelblue"',
      'fill="#e4572e"',
      'stroke="#ddd"',
      'font-size="11px" font-family="&quot;Helvetica Neue&quot;, sans-serif"',
      'font-size="16px" font-weight="bold"',
    ],
    warned: /parts of its style sheets .*selectors/,
  },
  'mermaid-flowchart': {
    words: ['Start', 'go', 'Is it?', 'yes', 'no', 'Line one', 'and two', 'Stop here'],
    holds: [
      'fill="#ECECFF" stroke="#9370DB"',
      'fill="#f96" stroke="#333" stroke-width="4px"',
      'marker-end="url(#mermaid-1718_flowchart-pointEnd)"',
      'fill="#333333" stroke="#333333"',
    ],
    warned: /elements .*foreignObject/,
  },
  'mermaid-sequence': {
    words: ['Alice', 'Bob', 'Hello Bob', 'Hi', 'a note'],
    holds: [
      'fill="#ECECFF"',
      'stroke="#9370DB"',
      'stroke-dasharray="3, 3"',
      'fill="#fff5ad"',
      'id="mermaid-1718-arrowhead"',
    ],
    warned: /style sheets .*@keyframes/,
  },
}

for (const [name, { words, holds, warned }] of Object.entries(drawings)) {
  test(`a drawing as exported by ${name} retains its text, colours and references`, t => {
    const text = read(name)
    t.true(text.length < POST_CHARACTERS)
    const { svg, warnings } = sanitizeSvg(text)
    t.true(svg.length < POST_CHARACTERS, `${svg.length}`)
    const texts = svgTexts(svg).map(text => text.trim())
    for (const word of words) t.true(texts.includes(word), `${word} of ${texts.join('|')}`)
    for (const part of holds) t.true(svg.includes(part), part)
    t.deepEqual(elementsOf(svg, 'style'), [])
    if (warned) t.regex(warnings.join('\n'), warned)
    else t.deepEqual(warnings, [])
    t.is(sanitizeSvg(svg).svg, svg)
    t.deepEqual(sanitizeSvg(svg).warnings, [])
  })
}

test("a program's drawing is stored with as many shapes and texts", t => {
  for (const name of ['svglite', 'gnuplot', 'plantuml', 'graphviz', 'matplotlib', 'd3', 'mermaid-sequence']) {
    const text = read(name)
    const { svg } = sanitizeSvg(text)
    for (const element of ['path', 'rect', 'circle', 'line', 'polyline', 'polygon', 'ellipse', 'text', 'use']) {
      const written = text.match(new RegExp(`<${element}[\\s/>]`, 'g'))?.length ?? 0
      t.is(elementsOf(svg, element).length, written, `${element} of ${name}`)
    }
  }
})
