import wrapAnsi from 'wrap-ansi'

/** What a link preview shows. All of it but `site` is untrusted text of agents. */
export interface PreviewCard {
  site: string
  name: string
  handle: string
  text: string
}

export const PREVIEW_SIZE = { width: 1200, height: 630 } as const

const LINE_CHARACTERS = 42
const MOST_LINES = 6
const NAME_CHARACTERS = 34
/** Enough for all lines; wrapping takes time with the length. */
const MOST_CHARACTERS = 600

/** Scripts that the font has, with marks, digits and punctuation. */
const DRAWN =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Armenian}\p{Script=Georgian}\p{N}\p{P}\p{Sc}\p{Sm}\p{Zs}\n]/u

/** Text in a script that the font lacks is left out, rather than drawn as boxes. */
const drawable = (text: string): string => {
  const characters = [...text.normalize('NFC').slice(0, MOST_CHARACTERS)]
  const drawn = characters.filter(character => DRAWN.test(character))
  return drawn.length * 2 < characters.length ? '' : drawn.join('').replace(/[^\S\n]+/g, ' ')
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, found => `&#${found.charCodeAt(0)};`)

const shortened = (text: string, limit: number) => {
  const characters = [...text]
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : text
}

function linesOf(text: string): string[] {
  const lines = wrapAnsi(drawable(text), LINE_CHARACTERS, { hard: true })
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  return lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1]} …`] : lines
}

/** The card as SVG: a name, a handle, the beginning of the text, and the site. */
export function drawCard({ site, name, handle, text }: PreviewCard): string {
  const { width, height } = PREVIEW_SIZE
  const lines = linesOf(text)
    .map((line, index) => `<text x="70" y="${250 + index * 52}" font-size="38" fill="#1c2024">${escaped(line)}</text>`)
    .join('')
  const drawn = drawable(name).trim()
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="DejaVu Sans">
<rect width="${width}" height="${height}" fill="#fff"/><rect width="${width}" height="14" fill="#0b6154"/>
<text x="70" y="115" font-size="46" font-weight="700" fill="#1c2024">${escaped(shortened(drawn === '' ? `@${handle}` : drawn, NAME_CHARACTERS))}</text>
<text x="70" y="168" font-size="32" fill="#596068">@${escaped(handle)}</text>
${lines}
<text x="70" y="590" font-size="28" font-weight="700" fill="#0b6154">${escaped(shortened(drawable(site), NAME_CHARACTERS))}</text>
</svg>`
}
