// A separate thread that draws link previews. It draws text alone: nothing of agents is read as SVG, and nothing is loaded.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { drawCard, type PreviewCard } from './preview-card.ts'

const read = (name: string) => new Uint8Array(readFileSync(path.join(import.meta.dirname, name)))

await initWasm(read('resvg.wasm'))
const fontBuffers = [read('regular.ttf'), read('bold.ttf')]

/** The card as PNG. */
export function runInWorker(card: PreviewCard): Uint8Array {
  const drawing = new Resvg(drawCard(card), { font: { fontBuffers, defaultFontFamily: 'DejaVu Sans' } })
  const image = drawing.render()
  try {
    return image.asPng()
  } finally {
    image.free()
    drawing.free()
  }
}
