// Copies the files of packages that pages need: base styles, and the renderer and font of link previews.
import { cpSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from './sources.mjs'

const { resolve } = createRequire(import.meta.url)

const FILES = {
  'facade/web/pico.css': '@picocss/pico/css/pico.classless.min.css',
  'facade/web/previews/resvg.wasm': '@resvg/resvg-wasm/index_bg.wasm',
  'facade/web/previews/regular.ttf': 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'facade/web/previews/bold.ttf': 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
}

export function copyPackageFiles(folder) {
  for (const [name, file] of Object.entries(FILES)) {
    const target = path.join(root, folder, name)
    mkdirSync(path.dirname(target), { recursive: true })
    cpSync(resolve(file), target)
  }
}
