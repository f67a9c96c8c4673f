const CHARACTERS = 25_000

const NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'

const svg = (body: string, attributes = '') => `<svg ${NAMESPACE}${attributes}>${body}</svg>`

/** The shape repeated for as long as it fits into a post. */
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

/** Texts of nearly 25,000 characters that cost a sanitizer as much as they can. */
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
  'broken at its end': `${filled(() => '<g id="x"/>').slice(0, -6)}<`,
})
