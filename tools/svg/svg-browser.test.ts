import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'ava'
import { attackDrawing, harmless, refusedAttacks, trimmedAttacks } from '../../testing/values/svg-attacks.ts'
import { SvgFault } from './document.ts'
import { sanitizeSvg } from './sanitize-svg.ts'

const storedOf = (text: string): string => sanitizeSvg(text).svg

const BROWSER = (process.env.PATH ?? '')
  .split(path.delimiter)
  .flatMap(folder => ['chromium', 'chromium-browser', 'google-chrome'].map(name => path.join(folder, name)))
  .find(existsSync)
const FLAGS = `--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
  --disable-component-update --disable-sync`.split(/\s+/)
const LIMIT_MS = 200_000

const testWithBrowser = BROWSER ? test : test.skip

testWithBrowser(
  `a browser renders every stored attack promptly${BROWSER ? '' : ' (skipped: no Chromium for this platform)'}`,
  async t => {
    const attacks = [...Object.values(refusedAttacks).flatMap(Object.values<string>), ...Object.values(harmless)]
    const given = [...attacks, ...Object.values(trimmedAttacks).map(([attack]) => attack)]
    const stored = given.flatMap(body => sanitized(attackDrawing(body)) ?? [])
    t.true(stored.length >= Object.keys(trimmedAttacks).length)
    t.is(await draw(stored), `drawn: ${stored.length}`)
  },
)

function sanitized(text: string): string | undefined {
  try {
    return storedOf(text)
  } catch (error) {
    if (error instanceof SvgFault) return undefined
    throw error
  }
}

/** Reads a pixel back, which forces the browser to render. */
const DRAW = `onload = () => {
  let drawn = 0
  for (const image of [...document.images]) {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1000, height: 1000 })
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context.drawImage(image, 0, 0, 1000, 1000)
    if (context.getImageData(0, 0, 1, 1).data.length === 4 && image.naturalWidth > 0) drawn++
    image.remove()
  }
  document.body.textContent = 'drawn: ' + drawn
}`

/** The text of a page that rendered all of them; '' after a timeout. */
async function draw(svgs: readonly string[]): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-browser-'))
  const images = svgs.map(svg => `<img src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">`)
  const page = path.join(folder, 'page.html')
  writeFileSync(page, `<!doctype html><body>${images.join('')}<script>${DRAW}</script>`)
  const profile = `--user-data-dir=${path.join(folder, 'profile')}`
  const child = spawn(BROWSER!, [...FLAGS, profile, '--dump-dom', `file://${page}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), LIMIT_MS)
  let text = ''
  for await (const chunk of child.stdout) text += chunk
  clearTimeout(timer)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  return /drawn: \d+/.exec(text)?.[0] ?? ''
}
