const CHARACTERS = 25_000

const NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'

const svg = (body: string, attributes = '') => `<svg ${NAMESPACE}${attributes}>${body}</svg>`

/** Repeats the shape up to the maximum size of a post. */
function filled(shape: (index: number) => string, around = svg): string {
  let body = ''
  for (let index = 0; ; index++) {
    const next = body + shape(index)
    if (around(next).length > CHARACTERS) return around(body)
    body = next
  }
}

const within = (open: string, close: string) => (body: string) => svg(`${open}${body}${close}`)

function chained(): string {
  return filled(index => `<g id="a${index}"><use href="#a${index + 1}"/><use href="#a${index + 1}"/></g>`)
}

function nested(): string {
  const depth = Math.floor((CHARACTERS - 60) / 7)
  return svg('<g>'.repeat(depth) + '</g>'.repeat(depth))
}

const withSheet = (sheet: string) => within(`<style>${sheet}</style>`, '')
const deep = (sheet: string) => (body: string) => {
  const elements = body.length / '<g>'.length
  const whole = '<g>'.repeat(60) + '</g>'.repeat(60)
  return svg(`<style>${sheet}</style>${whole.repeat(Math.floor(elements / 60))}${' '.repeat(4 * (elements % 60))}`)
}

const EACH = `color direction display opacity overflow visibility fill-opacity stroke-width stroke-opacity font-size
  font-weight letter-spacing word-spacing stop-color stop-opacity flood-color lighting-color`.split(/\s+/)

/** Texts of nearly 25,000 characters with the maximum cost for a sanitizer. */
export const hostileSvgs = (): Record<string, string> => ({
  'nested elements': nested(),
  'nested to the limit, again and again': filled(() => `${'<g>'.repeat(60)}${'</g>'.repeat(60)}`),
  'small elements': filled(() => '<g/>'),
  'small shapes, each with an id': filled(index => `<path id="p${index}"/>`),
  'attributes of one element': filled(index => ` a${index}=""`, within('<rect', '/>')),
  'namespace declarations': filled(index => ` xmlns:a${index}="b"`, within('<rect', '/>')),
  'one long path': filled(() => 'h1', within('<path d="', '"/>')),
  'one long number': filled(() => '1', within('<path d="', '"/>')),
  'one long fraction': filled(() => '1', within('<path d="M0.', '"/>')),
  'a long word in a transform': filled(() => 'a', within('<path transform="', '"/>')),
  'a word without end': filled(() => 'a', within('<rect fill="', '"/>')),
  'blanks in a value': filled(() => '&#32;', within('<rect fill="url(', '"/>')),
  'open parentheses': filled(() => 'url(', within('<rect fill="', '"/>')),
  'references in one value': filled(() => 'url(#a) ', within('<filter id="a"/><rect filter="', '"/>')),
  'missing references in one value': filled(() => 'url(#b) ', within('<rect filter="', '"/>')),
  declarations: filled(() => 'fill:url(#a);', within('<rect style="', '"/>')),
  'elements with a style': filled(() => '<rect style="fill:red;stroke:url(#a)"/>'),
  'doubling references': chained(),
  'marked vertices': filled(() => 'h1', within('<marker id="m"><path/></marker><path marker-mid="url(#m)" d="', '"/>')),
  'a long path with dashes': filled(() => 'h1', within('<path stroke-dasharray="9" d="', '"/>')),
  'curves with dashes': filled(() => 'T0 9', within('<path stroke-dasharray="9" d="M0 0', '"/>')),
  'small shapes with dashes': filled(() => '<rect/>', within('<g stroke-dasharray="9">', '</g>')),
  'primitives of a filter': filled(() => '<feTile/>', within('<filter id="f">', '</filter><g filter="url(#f)"/>')),
  'functions of a filter': filled(() => 'blur() ', within('<rect filter="', '"/>')),
  'functions of a transform': filled(() => 'scale(1)', within('<g transform="', '"/>')),
  'character references': filled(() => '&#38;', within('<text>', '</text>')),
  'escaped text': filled(() => '&', within('<text><![CDATA[', ']]></text>')),
  'short texts': filled(() => 'a<g/>', within('<text>', '</text>')),
  'a long comment': filled(() => '-x', within('<!--', '-->')),
  'a long document type': filled(
    index => `<!ENTITY e${index} "e">`,
    body => `<!DOCTYPE svg [${body}]>${svg('')}`,
  ),
  ...hostileStyles(),
  'broken at its end': `${filled(() => '<g id="x"/>').slice(0, -6)}<`,
})

/** The same for style sheets, names, entities, choices and HTML. */
const hostileStyles = (): Record<string, string> => ({
  'rules about all, for a thousand elements': filled(() => '<a/>', withSheet('*{fill:red}'.repeat(1_000))),
  'rules about what is below': filled(() => '<g>', deep(`g g g g g g g g g g{fill:red}`.repeat(400))),
  'selectors in a list': filled(() => '<g/>', withSheet(`${'g,'.repeat(990)}g{fill:red}`)),
  'selectors that ask much': filled(() => '<g class="a b"/>', withSheet('.a.b.a.b.a.b.a.b.c{fill:red}'.repeat(400))),
  'rules that set much': filled(() => '<g/>', withSheet(`g{${'fill:url(#a);font:1px a;'.repeat(500)}}`)),
  'a rule that sets each property': filled(() => '<g/>', withSheet(`g{${EACH.map(name => `${name}:1`).join(';')}}`)),
  'a sheet that is broken': filled(() => 'a{b:', within('<style>', '</style>')),
  'a sheet of words': filled(() => 'b c;', within('<style>a{', '}</style>')),
  'a sheet of braces': filled(() => 'a{', within('<style>', '</style>')),
  'a sheet of strings': filled(() => 'a{b:"', within('<style>', '</style>')),
  'a sheet of comments': filled(() => '/**/', within('<style>', '</style>')),
  'a sheet of parentheses': filled(() => '(', within('<style>a{fill:', '}</style>')),
  'rules that set something': filled(index => `.a${index}{fill:red}`, within('<style>', '</style>')),
  'many classes': filled(index => `a${index} `, within('<style>.a{fill:red}</style><g class="', '"/>')),
  'ids that need names': filled(index => `<g id="é${index}"/><use href="#é${index}"/>`),
  'entities in entities': filled(
    () => '&a;',
    body => `<!DOCTYPE svg [<!ENTITY a "b">]>${svg(`<text>${body}</text>`)}`,
  ),
  'a font without end': filled(() => 'bold ', within('<text style="font:', '"/>')),
  'choices in choices': filled(() => `${'<switch>'.repeat(60)}${'</switch>'.repeat(60)}`),
  'choices of nothing': filled(() => `${'<switch><g>'.repeat(30)}<image/>${'</g></switch>'.repeat(30)}`),
  'words of HTML': filled(
    () => '<p/>',
    within('<foreignObject><div xmlns="http://www.w3.org/1999/xhtml">', '</div></foreignObject>'),
  ),
  'names that nobody knows': filled(index => `<x${index}/>`),
})
