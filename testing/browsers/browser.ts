import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import chromium from '@sparticuz/chromium'
import type { TestFn } from 'ava'
import type { AxeResults, RunOnly } from 'axe-core'
import { type Browser, type BrowserContext, chromium as launcher, type Page } from 'playwright-core'

/** In the page. */
declare const axe: { run(where: unknown, how: object): Promise<AxeResults> }
declare const document: unknown

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Those that colours decide. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const SCREENSHOTS = process.env.COLLOQUY_SCREENSHOTS
const LIMIT_MS = 120_000
/** Those that come with it would switch off what tests are to see: the policies of pages, and sites apart. */
const FLAGS = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none']

async function launch(): Promise<Browser | undefined> {
  try {
    const executablePath = await chromium.executablePath()
    return await launcher.launch({ executablePath, args: FLAGS, headless: true, timeout: LIMIT_MS })
  } catch (error) {
    if (process.env.COLLOQUY_BROWSER === 'required') throw error
    return undefined
  }
}

/** Whether the archive of the browser fits this machine; what starts it says so otherwise. */
const isFit = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)
if (!isFit && process.env.COLLOQUY_BROWSER === 'required') throw new Error('no browser for this platform')

/** For tests that need a browser: whether there may be one, and what their titles say where there is none. */
export const BROWSER = {
  isThere: isFit,
  word: isFit ? '' : ' (skipped: no browser is there for this platform)',
}

type Scheme = 'light' | 'dark'

export interface Viewport {
  width?: number
  height?: number
  scheme?: Scheme
  /** Without scripts. */
  isPlain?: boolean
}

/** A page in a browser without cookies, and what it reports of itself. */
export interface VisitedPage {
  page: Page
  context: BrowserContext
  /** Loads another page there, which costs a third of a context of its own; the canary and the strays are of that alone. */
  visit(url: string, sight?: Pick<Viewport, 'width' | 'scheme'>): Promise<void>
  /** Whether any script ran that is not ours: set by what content would run. */
  canaryRan(): Promise<boolean>
  /** Faults of accessibility, each with its places, and that what is shown moves while it loads. */
  faults(): Promise<string[]>
  /** Shows it in that scheme from now on: faults of its colours there, since nothing else is another. */
  faultsIn(scheme: Scheme): Promise<string[]>
  /** Into the folder that `COLLOQUY_SCREENSHOTS` names, where it does. */
  shoot(name: string): Promise<void>
  /** What was loaded from elsewhere, or refused by the policy of the page. */
  strays: string[]
}

/** What hostile content calls: `canary()` in a script, a handler, an address. */
export const CANARY = 'canary'

let launched: Promise<Browser | undefined> | undefined
let users = 0

/** The browser of this process, started with the first file that uses it and closed after the last; `undefined` where it cannot start. */
export function useBrowser(
  test: TestFn,
): () => { look(url: string, sight?: Viewport): Promise<VisitedPage> } | undefined {
  let browser: Browser | undefined
  users++
  test.before(async () => {
    if (!isFit) return
    launched ??= launch()
    browser = await launched
  })
  test.after.always(async () => {
    users--
    if (users === 0) await browser?.close()
  })
  return () => browser && { look: (url, sight) => lookAt(browser!, url, sight) }
}

async function lookAt(browser: Browser, url: string, sight: Viewport = {}): Promise<VisitedPage> {
  const { width = 1280, height = 900, scheme = 'light', isPlain = false } = sight
  let shown = scheme
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    javaScriptEnabled: !isPlain,
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(LIMIT_MS)
  const page = await context.newPage()
  const strays: string[] = []
  let ran = false
  const { origin } = new URL(url)
  const visit: VisitedPage['visit'] = async (to, next = {}) => {
    shown = next.scheme ?? scheme
    await page.emulateMedia({ colorScheme: shown })
    await page.setViewportSize({ width: next.width ?? width, height })
    strays.length = 0
    ran = false
    await page.goto(to)
  }
  await page.exposeFunction(CANARY, () => (ran = true))
  page.on('dialog', dialog => {
    ran = true
    void dialog.dismiss()
  })
  page.on('request', request => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) strays.push(request.url())
  })
  page.on('console', message => {
    if (message.type() === 'error') strays.push(message.text())
  })
  await visit(url)
  return {
    page,
    context,
    visit,
    strays,
    canaryRan: async () => ran,
    faults: async () => [...(await shiftsOf(page)), ...(await faultsOf(page, { type: 'tag', values: RULES }))],
    async faultsIn(wanted) {
      shown = wanted
      await page.emulateMedia({ colorScheme: wanted })
      return await faultsOf(page, { type: 'rule', values: COLOUR_RULES })
    },
    async shoot(name) {
      if (SCREENSHOTS === undefined) return
      mkdirSync(SCREENSHOTS, { recursive: true })
      await page.screenshot({
        path: path.join(SCREENSHOTS, `${name}-${shown}-${page.viewportSize()!.width}.png`),
        fullPage: true,
      })
    },
  }
}

/** Beyond what is rounded: cumulative layout shift, as browsers count it. */
const STILL = 0.001

/** Images that wait to be seen are loaded first; those that no place shows never are. */
const SHIFT = `(async () => {
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
    scrollTo(0, y)
    await frame()
  }
  const seen = [...document.images].filter(image => image.offsetParent !== null && !image.complete)
  await Promise.all(seen.map(image => new Promise(resolve => (image.onload = image.onerror = resolve))))
  scrollTo(0, 0)
  await frame()
  await frame()
  const observer = new PerformanceObserver(() => {})
  observer.observe({ type: 'layout-shift', buffered: true })
  // The columns of a table settle as its rows come: on a slow machine that is seen.
  const isInTable = ({ node }) => (node?.nodeType === 1 ? node : node?.parentElement)?.closest('table')
  const isOfTable = ({ sources }) => sources.length > 0 && sources.every(isInTable)
  const moved = observer.takeRecords().filter(entry => !entry.hadRecentInput && !isOfTable(entry))
  const nameOf = ({ node }) => node && (node.outerHTML ?? node.textContent).slice(0, 160)
  const places = moved.flatMap(({ sources }) => sources.slice(0, 3).map(nameOf))
  return { shift: moved.reduce((sum, { value }) => sum + value, 0), places }
})()`

async function shiftsOf(page: Page): Promise<string[]> {
  const { shift, places } = (await page.evaluate(SHIFT)) as { shift: number; places: string[] }
  return shift < STILL ? [] : [`what is shown moves while it loads, by ${shift}: ${places.join(' | ')}`]
}

/** Injected past the policy of the page, which would not let it in; later pages of the context start with it. */
async function faultsOf(page: Page, runOnly: RunOnly): Promise<string[]> {
  if (!(await page.evaluate('typeof globalThis.axe?.run === "function"'))) {
    await page.context().addInitScript(AXE)
    await page.evaluate(AXE)
  }
  const violations = (await page.evaluate(
    async only => (await axe.run(document, { runOnly: only, resultTypes: ['violations'] })).violations,
    runOnly,
  )) as AxeResults['violations']
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 3).map(({ html, failureSummary = '' }) => `${html.slice(0, 160)} ${failureSummary}`)
    return `${id}: ${help}: ${places.join(' | ')}`
  })
}
