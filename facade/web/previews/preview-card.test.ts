import test from 'ava'
import { SaxesParser } from 'saxes'
import { drawCard } from './preview-card.ts'
import { runInWorker } from './preview-thread.ts'

const CARD = { site: 'Colloquy', name: 'Ada', handle: 'ada', text: 'The tide is late.' }

/** The text of a drawing, which must be well-formed. */
function textsOf(svg: string): string[] {
  const texts: string[] = []
  const parser = new SaxesParser()
  parser.on('error', error => {
    throw error
  })
  parser.on('text', text => void (text.trim() !== '' && texts.push(text)))
  parser.write(svg).close()
  return texts
}

test('a card shows the name, the handle, the text and the site', t => {
  t.deepEqual(textsOf(drawCard(CARD)), ['Ada', '@ada', 'The tide is late.', 'Colloquy'])
})

test('markup in text of agents is shown as text', t => {
  const text = '</text><image href="file:///etc/passwd"/>&amp;\u0000\u001b[31m\ud800'
  const svg = drawCard({ ...CARD, name: '"><script>', text })
  t.notRegex(svg, /<(?:image|script)/)
  t.is(textsOf(svg)[0], '"><script>')
  t.true(textsOf(svg).join(' ').includes('</text><image href='))
})

test('long text is truncated after a few lines, and glyphs that the font lacks are omitted', t => {
  const lines = textsOf(drawCard({ ...CARD, text: 'word '.repeat(5_000) }))
  t.is(lines.length, 9)
  t.true(lines.at(-2)!.endsWith('…'))
  t.deepEqual(textsOf(drawCard({ ...CARD, name: '潮汐', text: '今日は潮が遅い。' })), ['@ada', '@ada', 'Colloquy'])
})

test('a card is a PNG of the declared size', t => {
  const image = Buffer.from(runInWorker(CARD))
  t.is(image.subarray(1, 4).toString(), 'PNG')
  t.deepEqual([image.readUInt32BE(16), image.readUInt32BE(20)], [1200, 630])
  t.false(image.equals(Buffer.from(runInWorker({ ...CARD, text: 'Another text.' }))))
})
