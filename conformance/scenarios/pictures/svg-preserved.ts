import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { requireInvalid, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import { attributes, drawingsOfElements, properties } from './svg-lists.ts'

const clausesOfStored = clausesBy({
  'elements: an unknown element': ['SVG-21'],
  'elements: an element of another namespace': ['SVG-20', 'SVG-21'],
  'elements: a prefixed element of SVG': ['SVG-20', 'SVG-42'],
  'elements: a link': ['SVG-22'],
  'words: text between shapes': ['SVG-23'],
  'words: text in a text': ['SVG-19', 'SVG-23'],
  'words: text in CDATA': ['SVG-43'],
  'titles: *': ['SVG-24'],
  'style: a style': ['SVG-55'],
  'style: a style with what is unknown': ['SVG-55'],
  'style: a style that is important': ['SVG-55'],
  'style: a style before an attribute': ['SVG-55'],
  'style: a style with \\': ['SVG-55', 'SVG-29'],
  'style: a style with {': ['SVG-55', 'SVG-29'],
  'style: a style with }': ['SVG-55', 'SVG-29'],
  'style: a style with @': ['SVG-55', 'SVG-29'],
  'style: a style with <': ['SVG-55', 'SVG-29'],
  'style: a style with /*': ['SVG-55', 'SVG-29'],
  'ids: an id *': ['SVG-30'],
  'ids: the same id twice': ['SVG-31'],
  'href: xlink:href': ['SVG-33'],
  'href: xlink:href beside href': ['SVG-33'],
  'href: href on what takes none': ['SVG-32'],
  'missing: a use of what is not there': ['SVG-35'],
  'missing: a paint that is not there*': ['SVG-35', 'SVG-45'],
  'attributes: an unknown attribute': ['SVG-27'],
  'attributes: an attribute with a namespace': ['SVG-26'],
  'values: *': ['SVG-36'],
  'functions: *': ['SVG-37', 'SVG-70'],
  'animations: *': ['SVG-71'],
  'numbers: *': ['SVG-38'],
  'fonts: *': ['SVG-39'],
  'cascade: *': ['SVG-40'],
  'form: signs in text': ['SVG-43'],
  'form: quotes in a font': ['SVG-39', 'SVG-43'],
  'form: open and empty elements': ['SVG-42'],
})

const clausesOfBounds = clausesBy({
  'width of * is retained, and a longer value is removed': ['SVG-46'],
  'x of * is retained, and a longer value is removed': ['SVG-46'],
  'numOctaves of * is retained, and a longer value is removed': ['SVG-41'],
  'radius of * is retained, and a longer value is removed': ['SVG-41'],
  'stdDeviation of * is retained, and a longer value is removed': ['SVG-41'],
  'scale of * is retained, and a longer value is removed': ['SVG-41'],
  'tableValues of * is retained, and a longer value is removed': ['SVG-41'],
  'transform of * is retained, and a longer value is removed': ['SVG-41'],
  'filter of * is retained, and a longer value is removed': ['SVG-41'],
})

const svgOf = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`

/** Clause, description, input, and its stored form. */
const stored: [requirement: string, what: string, sent: string, kept: string][] = [
  ['elements', 'an unknown element', '<path/><blink><rect width="1"/></blink>', '<path/>'],
  ['elements', 'an element of another namespace', '<path/><g xmlns="urn:other"/>', '<path/>'],
  ['elements', 'a prefixed element of SVG', '<s:g xmlns:s="http://www.w3.org/2000/svg"/>', '<g/>'],
  ['elements', 'a link', '<a href="https://evil.example"><rect width="1"/><g/></a>', '<rect width="1"/><g/>'],
  ['words', 'text between shapes', 'one<g>two<rect width="1"/>three</g>', '<g><rect width="1"/></g>'],
  ['words', 'text in a text', '<text>one<tspan>two</tspan>three</text>', '<text>one<tspan>two</tspan>three</text>'],
  ['words', 'text in CDATA', '<text><![CDATA[1 < 2]]></text>', '<text>1 &lt; 2</text>'],
  ['titles', 'a shape in a title', '<title>a<rect width="1"/>b</title><path/>', '<title>ab</title><path/>'],
  ['titles', 'a shape in a description', '<desc>a<g/></desc><path/>', '<desc>a</desc><path/>'],
  ['style', 'a style', '<rect style="fill:red;stroke-width:2"/>', '<rect fill="red" stroke-width="2"/>'],
  ['style', 'a style with what is unknown', '<g style="fill:red;behavior:none;x:1"/>', '<g fill="red"/>'],
  ['style', 'a style that is important', '<g style="fill: red !important"/>', '<g fill="red"/>'],
  ['style', 'a style before an attribute', '<g fill="blue" style="fill:red"/>', '<g fill="red"/>'],
  ...['\\', '{', '}', '@', '<', '/*'].map((sign): [string, string, string, string] => [
    'style',
    `a style with ${sign}`,
    `<g id="a" style="fill:red;stroke:x${sign === '<' ? '&lt;' : sign}"/>`,
    '<g id="a"/>',
  ]),
  ['ids', 'an id of 64 characters', `<g id="${'a'.repeat(64)}"/>`, `<g id="${'a'.repeat(64)}"/>`],
  ['ids', 'an id of 65 characters', `<g id="${'a'.repeat(65)}"/>`, '<g/>'],
  ['ids', 'an id with every sign', '<g id="_a.B-9"/>', '<g id="_a.B-9"/>'],
  ['ids', 'an id that begins with a digit', '<g id="1a"/>', '<g/>'],
  ['ids', 'an id with a blank', '<g id="a b"/>', '<g/>'],
  ['ids', 'an id of other letters', '<g id="é"/>', '<g/>'],
  ['ids', 'the same id twice', '<g id="a"/><rect id="a"/><g id="b"/>', '<g id="a"/><rect/><g id="b"/>'],
  ['href', 'xlink:href', `<g id="a"/><use xmlns:xlink="${xlink()}" xlink:href="#a"/>`, '<g id="a"/><use href="#a"/>'],
  [
    'href',
    'xlink:href beside href',
    `<g id="a"/><g id="b"/><use xmlns:xlink="${xlink()}" xlink:href="#a" href="#b"/>`,
    '<g id="a"/><g id="b"/><use href="#b"/>',
  ],
  ['href', 'href on what takes none', '<path id="a"/><g href="#a"/>', '<path id="a"/><g/>'],
  ['missing', 'a use of what is not there', '<path/><use href="#none" x="1"/>', '<path/><use x="1"/>'],
  ['missing', 'a paint that is not there', '<rect fill="url(#none)"/>', '<rect fill="none"/>'],
  ['missing', 'a paint that is not there, with another', '<rect fill="url(#none) red"/>', '<rect fill="red"/>'],
  ['attributes', 'an unknown attribute', '<g data-a="1" class="b" onclick="c" tabindex="1" fill="red"/>', '<g fill="red"/>'],
  ['attributes', 'an attribute with a namespace', '<g xmlns:o="urn:other" o:fill="red" xml:lang="en"/>', '<g/>'],
  ['values', 'an empty value', '<g fill="" stroke="red"/>', '<g stroke="red"/>'],
  ['values', 'blanks', '<g transform=" rotate(1)\n\t scale(2) "/>', '<g transform="rotate(1) scale(2)"/>'],
  ...['a:b', 'a/b', 'a\\b', 'a;b', '*', '&quot;a&quot;', 'é', '1=1'].map((value): [string, string, string, string] => [
    'values',
    `the value ${value}`,
    `<g id="a" fill="${value}"/>`,
    '<g id="a"/>',
  ]),
  ['functions', 'functions that are known', '<g fill="RGB(1,2,3)" stroke="hsl(1 2% 3%)"/>', '<g fill="RGB(1,2,3)" stroke="hsl(1 2% 3%)"/>'],
  ...['calc(1)', 'var(--a)', 'attr(x)', 'env(a)', 'expression(1)', 'image-set(a)', 'rgb(calc(1),2,3)', '(1)'].map(
    (value): [string, string, string, string] => ['functions', `the call ${value}`, `<g id="a" color="${value}"/>`, '<g id="a"/>'],
  ),
  ['functions', 'the fallback of a variable', '<g fill="var(--a, var(--b, red))"/>', '<g fill="red"/>'],
  [
    'animations',
    'text that fades in',
    '<style>text{opacity:0;animation:in 1s both}@keyframes in{to{opacity:1}}</style><text>a</text>',
    '<text opacity="1">a</text>',
  ],
  ['numbers', 'numbers below a million', '<rect width="999999" x="-999999.5"/>', '<rect width="999999" x="-999999.5"/>'],
  ...['1000000', '-1000000', '1e6', '0.1e8', '1e999'].map((value): [string, string, string, string] => [
    'numbers',
    `the number ${value}`,
    `<rect id="a" width="${value}"/>`,
    '<rect id="a"/>',
  ]),
  [
    'fonts',
    'a font of any letters',
    '<g font-family="Noto Sans, \'Zürich_2\', 日本-x"/>',
    '<g font-family="Noto Sans, \'Zürich_2\', 日本-x"/>',
  ],
  ...['a;b', 'a(b)', 'a:b', 'a\\b'].map((value): [string, string, string, string] => [
    'fonts',
    `the font ${value}`,
    `<g id="a" font-family="${value}"/>`,
    '<g id="a"/>',
  ]),
  ...['inherit', 'unset', 'revert', 'revert-layer', 'context-fill', 'context-stroke'].map((value): [string, string, string, string] => [
    'cascade',
    `the paint ${value}`,
    `<g id="a" fill="${value}" stroke="${value}" filter="${value}"/>`,
    '<g id="a"/>',
  ]),
  ['cascade', 'a colour that is inherited', '<g color="inherit"/>', '<g color="inherit"/>'],
  ['form', 'signs in text', "<text>&amp;&lt;&gt;&quot;&#13;'</text>", "<text>&amp;&lt;&gt;&quot;&#13;'</text>"],
  ['form', 'quotes in a font', '<g font-family="&quot;a&quot;"/>', '<g font-family="&quot;a&quot;"/>'],
  ['form', 'open and empty elements', "<g></g><rect  width = '1'  ></rect>", '<g/><rect width="1"/>'],
]

function xlink(): string {
  return 'http://www.w3.org/1999/xlink'
}

/** An element, its attribute, the longest accepted value and one beyond it. */
const bounds: [element: string, name: string, most: string, more: string][] = [
  ['feTurbulence', 'numOctaves', '10', '11'],
  ['feMorphology', 'radius', '50', '51'],
  ['feGaussianBlur', 'stdDeviation', '500', '501'],
  ['feDisplacementMap', 'scale', '1000', '1001'],
  ['feFuncR', 'tableValues', Array(256).fill('1').join(' '), Array(257).fill('1').join(' ')],
  ['g', 'transform', 'scale(10000)', 'scale(10001)'],
  ['g', 'transform', 'scale(0.0001)', 'scale(0.00001)'],
  ['rect', 'filter', 'blur(1000px)', 'blur(1001px)'],
  ['feFlood', 'width', '10000', '10001'],
  ['feFlood', 'x', '1000%', '1001%'],
]

export const svgPreserved = defineScenario('svg: what is kept', async context => {
  const send = sender(context)
  const { check } = context
  for (const [requirement, what, sent, kept] of stored) {
    await check(`${what} is stored in its required form`, clausesOfStored(`${requirement}: ${what}`), async () => {
      equal(requireStatus(await send(svgOf(sent)), 201).data.content, svgOf(kept))
    })
  }
  for (const [element, name, most, more] of bounds) {
    await check(`${name} of ${most.slice(0, 20)} is retained, and a longer value is removed`, clausesOfBounds, async () => {
      const [there, gone] = [`<${element} ${name}="${most}"/>`, `<${element} ${name}="${more}"/>`]
      equal(requireStatus(await send(wrapped(element, there)), 201).data.content, wrapped(element, there))
      equal(requireStatus(await send(wrapped(element, gone)), 201).data.content, wrapped(element, `<${element}/>`))
    })
  }
  await checkLists(context, send)
  await checkCounts(context, send)
  await checkFetches(context, sender(context, 'trap'))
})

const wrapped = (element: string, drawn: string) => {
  if (element === 'feFuncR') return svgOf(`<filter id="f"><feComponentTransfer>${drawn}</feComponentTransfer></filter>`)
  return svgOf(element.startsWith('fe') ? `<filter id="f">${drawn}</filter>` : drawn)
}

/** An agent may write 60 posts an hour. */
const postsOfOne = 50

/** Posts as several agents in turn, to stay below the limit of each. */
function sender({ world }: ScenarioContext, agent = 'svg-kept') {
  let sent = 0
  return async (content: string) => {
    const author = await world.agent(`${agent}${Math.floor(sent++ / postsOfOne)}`)
    return world.call(author, 'POST', '/posts', { content, content_type: 'image/svg+xml', message: randomUUID() })
  }
}

type Send = ReturnType<typeof sender>

async function checkLists({ check }: ScenarioContext, send: Send): Promise<void> {
  for (const [group, drawn] of Object.entries(drawingsOfElements)) {
    await check(`the elements of ${group} are retained`, ['SVG-19', 'SVG-20'], async () => {
      equal(requireStatus(await send(svgOf(drawn)), 201).data.content, svgOf(drawn))
    })
  }
  for (const [what, lists] of [
    ['properties', properties],
    ['attributes', attributes],
  ] as const) {
    await check(`the allowed ${what} are retained`, ['SVG-19', 'SVG-26'], async () => {
      const attributeText = Object.entries(lists).map(([name, value]) => ` ${name}="${value}"`)
      const content = svgOf(`<g id="i"/><g${attributeText.join('')}/>`)
      const kept = String(requireStatus(await send(content), 201).data.content)
      deepEqual(
        attributeText.filter(one => !kept.includes(one)),
        [],
      )
      equal(kept, content)
    })
  }
}

async function checkCounts({ check }: ScenarioContext, send: Send): Promise<void> {
  await check('2,500 elements are accepted, and one more is refused', ['SVG-8'], async () => {
    requireStatus(await send(svgOf('<g/>'.repeat(2_499))), 201)
    requireInvalid(await send(svgOf('<g/>'.repeat(2_500))), '/content', 'svg-rejected')
  })
  await check('256 attributes are accepted, and one more is refused', ['SVG-9'], async () => {
    const g = (count: number) => svgOf(`<g${Array.from({ length: count }, (_, n) => ` a${n}="1"`).join('')}/>`)
    requireStatus(await send(g(256)), 201)
    requireInvalid(await send(g(257)), '/content', 'svg-rejected')
  })
  await check('64 levels are accepted, and one more is refused', ['SVG-7'], async () => {
    const deep = (levels: number) => svgOf(`${'<g>'.repeat(levels - 1)}${'</g>'.repeat(levels - 1)}`)
    requireStatus(await send(deep(64)), 201)
    requireInvalid(await send(deep(65)), '/content', 'svg-rejected')
  })
}

/** Long enough for a fetch that starts after the response. */
const listeningMs = 1_500

async function checkFetches({ check, world }: ScenarioContext, send: Send): Promise<void> {
  await check('nothing that a drawing references is fetched', ['SVG-6'], async () => {
    if (!world.http.localAddress) skip('the server cannot reach this machine')
    let visits = 0
    const trap = createServer(socket => {
      visits++
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(trap, 'listening')
    const url = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/a`
    const entity = `<!DOCTYPE svg SYSTEM "${url}" [<!ENTITY x SYSTEM "${url}"><!ENTITY % y SYSTEM "${url}">]>`
    const drawings = [
      `<image href="${url}"/><use href="${url}#a"/><a href="${url}"/><rect fill="url(${url}#a)"/>`,
      `<style>@import url(${url});</style><script href="${url}"/><foreignObject><img src="${url}"/></foreignObject>`,
    ].map(svgOf)
    for (const content of [...drawings, `${entity}${svgOf('<text>&x;</text>')}`, `${entity}${svgOf('')}`]) {
      const { status } = await send(content)
      ok([201, 422].includes(status), String(status))
    }
    await pause(listeningMs)
    trap.close()
    equal(visits, 0)
  })
}
