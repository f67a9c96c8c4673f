import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireInvalid, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'

const clausesOfStored = clausesBy({
  'href: xlink:href': ['SVG-33'],
  'href: xlink:href beside href': ['SVG-33'],
  'href: href on what takes none': ['SVG-32'],
  'switch: the first child that is left': ['SVG-52'],
  'switch: a child *': ['SVG-52'],
  'switch: a text before HTML': ['SVG-52'],
  'switch: attributes of a *': ['SVG-53'],
  'html: *': ['SVG-54'],
  'sheets: *': ['SVG-56'],
  'around: *': ['SVG-56', 'SVG-61'],
  'others: *': ['SVG-57', 'SVG-17'],
  'styles: blending': ['SVG-55'],
  'styles: blending that there is not': ['SVG-55'],
  'styles: the kind of a mask': ['SVG-26', 'SVG-55'],
  'styles: a font*': ['SVG-58'],
  'styles: markers': ['SVG-58'],
  'styles: blanks': ['SVG-58'],
  'styles: a colour for light and dark': ['SVG-59'],
  'names: *': ['SVG-60'],
})

const NAMESPACE = 'http://www.w3.org/2000/svg'
const svgOf = (body: string) => `<svg xmlns="${NAMESPACE}">${body}</svg>`
const html = (body: string) => `<div xmlns="http://www.w3.org/1999/xhtml">${body}</div>`
const label = (body: string, attributes = 'width="40" height="20"') => `<foreignObject ${attributes}>${html(body)}</foreignObject>`
const inMiddle = '<text x="20" y="10" text-anchor="middle" dominant-baseline="central" fill="currentColor" stroke="none">'

/** Clause, description, input, and its stored form. */
const stored: [requirement: string, what: string, sent: string, kept: string][] = [
  [
    'switch',
    'the first child that is left',
    `<switch>${label('a', '')}<g><path d="M0 0h1"/></g><rect/></switch>`,
    '<g><path d="M0 0h1"/></g>',
  ],
  ['switch', 'a child that asks for an extension', '<switch><rect requiredExtensions="urn:x"/><circle r="1"/></switch>', '<circle r="1"/>'],
  ['switch', 'a child for all languages', '<switch><text systemLanguage="de">Ja</text><text>Yes</text></switch>', '<text>Yes</text>'],
  ['switch', 'a child for one language alone', '<switch><text systemLanguage="de">Ja</text></switch>', '<text>Ja</text>'],
  ['switch', 'a text before HTML', `<switch>${label('rich')}<text>plain</text></switch>`, '<text>plain</text>'],
  ['switch', 'a child of which nothing is left', '<switch><g><image/></g><rect width="1"/></switch>', '<rect width="1"/>'],
  ['switch', 'attributes of a switch', '<switch fill="red"><rect width="1"/></switch>', '<g fill="red"><rect width="1"/></g>'],
  [
    'switch',
    'attributes of a link in a text',
    '<text>a<a href="urn:x" fill="red">b</a></text>',
    '<text>a<tspan fill="red">b</tspan></text>',
  ],
  ['html', 'words of HTML', label('one <b>two</b>'), `${inMiddle}one two</text>`],
  [
    'html',
    'lines of HTML',
    label('one<br/>two'),
    `${inMiddle}<tspan x="20" dy="-0.6em">one</tspan><tspan x="20" dy="1.2em">two</tspan></text>`,
  ],
  [
    'html',
    'what is no words of HTML',
    label('a<script>alert(1)</script><style>b</style><iframe src="urn:x">c</iframe>'),
    `${inMiddle}a</text>`,
  ],
  ['html', 'HTML without a place', `<path d="M0 0h1"/>${label('a', 'width="100%" height="100%"')}`, '<path d="M0 0h1"/>'],
  ['sheets', 'a rule about a class', '<style>.a{fill:red}</style><rect class="b a"/>', '<rect fill="red"/>'],
  [
    'sheets',
    'rules about types, ids and all',
    '<style>g>*{color:red}rect{fill:red}#a{stroke:red}</style><g><rect id="a"/></g>',
    '<g><rect id="a" color="red" fill="red" stroke="red"/></g>',
  ],
  [
    'sheets',
    'rules about what is below',
    '<style>.a rect{fill:red}.a>rect{stroke:red}</style><g class="a"><rect/><g><rect/></g></g><rect/>',
    '<g><rect fill="red" stroke="red"/><g><rect fill="red"/></g></g><rect/>',
  ],
  [
    'sheets',
    'a list, and an attribute',
    '<style>circle,[r="1"]{fill:red}</style><circle/><rect r="1"/>',
    '<circle fill="red"/><rect r="1" fill="red"/>',
  ],
  [
    'sheets',
    'the more specific one',
    '<style>rect.a{fill:red}.a{fill:blue}#b{fill:green}</style><rect class="a"/><rect class="a" id="b"/>',
    '<rect fill="red"/><rect id="b" fill="green"/>',
  ],
  ['sheets', 'the later one', '<style>.a{fill:red}</style><style>.b{fill:blue}</style><rect class="b a"/>', '<rect fill="blue"/>'],
  [
    'sheets',
    'an attribute, a style, and what is important',
    '<style>rect{fill:red;stroke:red!important;color:red}</style><rect fill="blue" style="stroke:blue;color:blue"/>',
    '<rect fill="red" color="blue" stroke="red"/>',
  ],
  [
    'around',
    'what is as around it',
    '<style>.a rect{fill:none}.a .b{fill:inherit}</style><g class="a" fill="red"><rect class="b"/></g>',
    '<g fill="red"><rect/></g>',
  ],
  ['sheets', 'CDATA', '<style type="text/css"><![CDATA[g > rect{fill:red}]]></style><g><rect/></g>', '<g><rect fill="red"/></g>'],
  ...[
    '@import url(urn:x);',
    '@font-face{font-family:a;src:url(urn:x)}',
    '@media print{rect{fill:red}}',
    'rect:hover{fill:red}',
    'rect{background:red;behavior:url(urn:x);transform:scale(1)}',
    'rect{fill:url(urn:x);stroke:expression(alert(1));color:var(--a)}',
    'rect{fill:u\\72l(urn:x)}',
    'rect{fill:url("urn:x#a")}',
    '}rect{fill:red',
  ].map((sheet): [string, string, string, string] => ['others', `the sheet ${sheet}`, `<style>${sheet}</style><rect/>`, '<rect/>']),
  ['others', 'a sheet for print', '<style media="print">rect{fill:red}</style><rect/>', '<rect/>'],
  [
    'styles',
    'blending',
    '<g style="mix-blend-mode:Multiply;isolation:isolate;fill:red"><rect/></g>',
    '<g fill="red" style="mix-blend-mode:multiply;isolation:isolate"><rect/></g>',
  ],
  ['styles', 'blending that there is not', '<g style="mix-blend-mode:url(urn:x)"><rect/></g>', '<g><rect/></g>'],
  ['styles', 'the kind of a mask', '<mask style="mask-type:alpha"/>', '<mask mask-type="alpha"/>'],
  [
    'styles',
    'a font',
    `<text style="font: italic bold 12px/1.5 'Noto Sans', serif">a</text>`,
    `<text font-style="italic" font-weight="bold" font-size="12px" font-family="'Noto Sans', serif">a</text>`,
  ],
  [
    'styles',
    'a font inside another',
    '<g font-weight="bold"><text style="font:9px a">b</text></g>',
    '<g font-weight="bold"><text font-size="9px" font-family="a" font-weight="normal">b</text></g>',
  ],
  ['styles', 'a font of the system', '<text style="font:caption">a</text>', '<text>a</text>'],
  [
    'styles',
    'markers',
    '<marker id="m"/><path style="marker:url(#m)"/>',
    '<marker id="m"/><path marker-start="url(#m)" marker-mid="url(#m)" marker-end="url(#m)"/>',
  ],
  ['styles', 'blanks', '<text style="white-space:pre">a  b</text>', '<text xml:space="preserve">a  b</text>'],
  ['styles', 'a colour for light and dark', '<rect fill="light-dark(rgb(1, 2, 3), #fff)"/>', '<rect fill="rgb(1, 2, 3)"/>'],
  ['names', 'an id with a colon', '<g id="a:b"/><use href="#a:b"/>', '<g id="a_b"/><use href="#a_b"/>'],
  ['names', 'an id that begins with a digit', `<mask id="1a"/><rect mask="url('#1a')"/>`, '<mask id="_1a"/><rect mask="url(#_1a)"/>'],
  [
    'names',
    'an id of other letters',
    '<filter id="größe"/><rect style="filter:url(#gr%C3%B6%C3%9Fe)"/>',
    '<filter id="gr__e"/><rect filter="url(#gr__e)"/>',
  ],
  ['names', 'a name that another has', '<g id="a_b"/><g id="a:b"/><use href="#a:b"/>', '<g id="a_b"/><g id="a_b-2"/><use href="#a_b-2"/>'],
  ['names', 'a reference to no such id', '<rect fill="url(#a:b)"/>', '<rect fill="none"/>'],
]

/** Internal subset, a text and its stored form. */
const declared: [what: string, subset: string, sent: string, kept: string][] = [
  ['a text', '<!ENTITY a "1 &#62; 0">', '<text>&a;</text>', '<text>1 &gt; 0</text>'],
  ['a value', "<!ENTITY a 'red'>", '<rect fill="&a;"/>', '<rect fill="red"/>'],
  ['a namespace', `<!-- it's --><!ENTITY a "${NAMESPACE}">`, '<s:rect xmlns:s="&a;"/>', '<rect/>'],
  ['the first of two', '<!ENTITY a "b"><!ENTITY a "c">', '<text>&a;</text>', '<text>b</text>'],
]

const refused: Record<string, string> = {
  'an entity that holds markup': '<!ENTITY a "<rect/>">',
  'an entity that holds escaped markup': '<!ENTITY a "&#60;rect/>">',
  'an entity of a public text': '<!ENTITY a PUBLIC "x" "urn:x">',
  'an entity that is from outside first': '<!ENTITY a SYSTEM "urn:x"><!ENTITY a "b">',
  'an entity behind a parameter entity': '<!ENTITY % p "x"> %p; <!ENTITY a "b">',
  'an entity of an entity': '<!ENTITY b "c"><!ENTITY a "&b;">',
}

const unseen: Record<string, string> = {
  'an image': '<image href="data:image/png;base64,AA"/>',
  'a script in groups': '<g><g><script>x</script></g></g>',
  'a use of the outside': '<use href="https://evil.example/a.svg#b"/>',
  'shapes in definitions alone': '<defs><rect/></defs><image/>',
}

const many = (count: number, part: (n: number) => string) => Array.from({ length: count }, (_, n) => part(n)).join('')

export const svgPrograms = defineScenario('svg: what programs export', async context => {
  const send = sender(context)
  const { check } = context
  for (const [requirement, what, sent, kept] of stored) {
    await check(`${what} is stored in its required form`, clausesOfStored(`${requirement}: ${what}`), async () => {
      const { content } = requireStatus(await send(svgOf(sent)), 201).data
      equal(content, svgOf(kept))
      equal(requireStatus(await send(svgOf(kept)), 201).data.content, content)
    })
  }
  await checkEntities(context, send)
  await checkRefused(context, send)
  await checkWarnings(context)
})

/** An agent may write 60 posts an hour. */
const postsOfOne = 50

function sender({ world }: ScenarioContext) {
  let sent = 0
  return async (content: string) => {
    const author = await world.agent(`svg-programs${Math.floor(sent++ / postsOfOne)}`)
    return world.call(author, 'POST', '/posts', { content, content_type: 'image/svg+xml', message: randomUUID() })
  }
}

type Send = ReturnType<typeof sender>

const withSubset = (subset: string, body: string) => `<!DOCTYPE svg [${subset}]>${svgOf(body)}`

async function checkEntities({ check }: ScenarioContext, send: Send): Promise<void> {
  for (const [what, subset, sent, kept] of declared) {
    await check(`an entity expands to ${what}`, ['SVG-48'], async () => {
      equal(requireStatus(await send(withSubset(subset, sent)), 201).data.content, svgOf(kept))
    })
  }
  for (const [what, subset] of Object.entries(refused)) {
    await check(`${what} is refused`, ['SVG-48', 'SVG-1'], async () => {
      requireInvalid(await send(withSubset(subset, '<text>&a;</text>')), '/content', 'svg-rejected')
    })
  }
  await check('entities whose expansion is too large are refused', ['SVG-49', 'SVG-1'], async () => {
    // In removed parts too, where no other limit applies.
    for (const where of ['text', 'metadata']) {
      const repeated = `<rect/><${where}>${'&a;'.repeat(26)}</${where}>`
      const bomb = withSubset(`<!ENTITY a "${'a'.repeat(1_000)}">`, repeated)
      requireInvalid(await send(bomb), '/content', 'svg-rejected')
    }
  })
}

async function checkRefused({ check }: ScenarioContext, send: Send): Promise<void> {
  for (const [what, body] of Object.entries(unseen)) {
    await check(`${what} is refused, since nothing visible remains`, ['SVG-50', 'SVG-1'], async () => {
      requireInvalid(await send(svgOf(body)), '/content', 'svg-rejected')
    })
  }
  await check('an empty drawing from which nothing is removed is stored', ['SVG-50', 'SVG-18'], async () => {
    equal(requireStatus(await send(svgOf('<g/>')), 201).data.content, svgOf('<g/>'))
  })
  await check('a thousand rules for a thousand elements are refused', ['SVG-51', 'SVG-1'], async () => {
    const sheet = `<style>${many(1_000, () => '*{fill:red}')}</style>`
    requireInvalid(await send(svgOf(`${sheet}${'<path/>'.repeat(1_000)}`)), '/content', 'svg-rejected')
  })
  await check('more than a thousand selectors are refused', ['SVG-51', 'SVG-1'], async () => {
    requireInvalid(await send(svgOf(`<style>${'a,'.repeat(1_000)}a{fill:red}</style><path/>`)), '/content', 'svg-rejected')
  })
}

async function checkWarnings({ check, world }: ScenarioContext): Promise<void> {
  const drawer = await world.agent('svg-warned')
  const friend = await world.agent('svg-friend')
  const lossy = svgOf('<rect onclick="x" width="1e9"/><image/><made-up-name/><use href="#gone"/><style>@import "x";</style>')
  const svg = { content_type: 'image/svg+xml' }
  const { id } = requireStatus(await world.call(friend, 'POST', '/posts', { content: world.text('seen') }), 201).data
  const routes: [what: string, answer: () => Promise<Record<string, unknown>>][] = [
    ['post', async () => requireStatus(await world.call(drawer, 'POST', '/posts', { ...svg, content: lossy }), 201).data],
    ['reshare', async () => requireStatus(await world.call(drawer, 'POST', `/posts/${id}/reshare`, { ...svg, content: lossy }), 201).data],
    ['message', async () => requireStatus(await world.call(drawer, 'POST', `/dm/${friend.handle}`, { ...svg, content: lossy }), 201).data],
    ['picture', async () => requireStatus(await world.call(drawer, 'PATCH', '/agents/me', { profile_picture_svg: lossy }), 200).data],
  ]
  for (const [what, answer] of routes) {
    await check(`the author of a ${what} is warned of each kind of removed content`, ['SVG-62', 'SVG-63'], async () => {
      const warnings = (await answer()).warnings as string[]
      const text = warnings.join('\n')
      for (const word of ['image', 'on', 'width', 'href', '@import']) ok(text.includes(word), text)
      ok(!text.includes('made-up-name'), text)
      equal(warnings.length, 5)
    })
  }
  await check('a drawing that is stored unchanged gives no warning', ['SVG-62'], async () => {
    const plain = { ...svg, content: svgOf('<rect width="7"/>') }
    deepEqual(requireStatus(await world.call(drawer, 'POST', '/posts', plain), 201).data.warnings ?? [], [])
  })
}
