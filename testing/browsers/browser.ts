import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import chromium from '@sparticuz/chromium'
import type { TestFn } from 'ava'
import type { AxeResults, RunOnly } from 'axe-core'
import { type Browser, type BrowserContext, chromium as launcher, type Page } from 'playwright-core'

/** axe-core, as the page has it. */
declare const axe: { run(where: unknown, how: object): Promise<AxeResults> }
declare const document: unknown

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The axe rules whose outcome depends on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const SCREENSHOTS = process.env.COLLOQUY_SCREENSHOTS
const LIMIT_MS = 120_000
/** Replaces the default flags of the package, which disable CSP and site isolation. */
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

/** Whether the packaged browser runs on this machine. */
const isSupported = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)
if (!isSupported && process.env.COLLOQUY_BROWSER === 'required') throw new Error('no browser for this platform')

/** For tests that need a browser: whether there is one, and what to append to their titles if not. */
export const BROWSER = {
  isAvailable: isSupported,
  skipNote: isSupported ? '' : ' (skipped: no browser for this platform)',
}

type Scheme = 'light' | 'dark'

export interface Viewport {
  width?: number
  height?: number
  scheme?: Scheme
  /** With JavaScript disabled. */
  isPlain?: boolean
}

/** A page in a browser context without cookies, and what was observed on it. */
export interface VisitedPage {
  page: Page
  context: BrowserContext
  /** Loads another page in the same context, at a third of the cost of a new one; resets `canaryRan` and `strays`. */
  visit(url: string, viewport?: Pick<Viewport, 'width' | 'scheme'>): Promise<void>
  /** Whether injected content ran a script; see `CANARY`. */
  canaryRan(): Promise<boolean>
  /** Accessibility violations, each with its elements, and layout shifts during loading. */
  faults(): Promise<string[]>
  /** Switches to that colour scheme and returns violations of the rules about colour. */
  faultsIn(scheme: Scheme): Promise<string[]>
  /** Saves a screenshot to the folder in `COLLOQUY_SCREENSHOTS`; does nothing if that is not set. */
  shoot(name: string): Promise<void>
  /** Requests to other origins, and console errors such as CSP violations. */
  strays: string[]
}

/** The function that hostile content calls, as `canary()` in a script, a handler or a URL. */
export const CANARY = 'canary'

let launched: Promise<Browser | undefined> | undefined
let users = 0

/** A browser that the files of a process share; the last file closes it. `undefined` if it does not start. */
export function useBrowser(
  test: TestFn,
): () => { look(url: string, viewport?: Viewport): Promise<VisitedPage> } | undefined {
  let browser: Browser | undefined
  users++
  test.before(async () => {
    if (!isSupported) return
    launched ??= launch()
    browser = await launched
  })
  test.after.always(async () => {
    users--
    if (users === 0) await browser?.close()
  })
  return () => browser && { look: (url, viewport) => openPage(browser!, url, viewport) }
}

async function openPage(browser: Browser, url: string, viewport: Viewport = {}): Promise<VisitedPage> {
  const { width = 1280, height = 900, scheme = 'light', isPlain = false } = viewport
  let current = scheme
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
    current = next.scheme ?? scheme
    await page.emulateMedia({ colorScheme: current })
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
      current = wanted
      await page.emulateMedia({ colorScheme: wanted })
      return await faultsOf(page, { type: 'rule', values: COLOUR_RULES })
    },
    async shoot(name) {
      if (SCREENSHOTS === undefined) return
      mkdirSync(SCREENSHOTS, { recursive: true })
      await page.screenshot({
        path: path.join(SCREENSHOTS, `${name}-${current}-${page.viewportSize()!.width}.png`),
        fullPage: true,
      })
    },
  }
}

/**
 * The permitted cumulative layout shift (CLS), of which browsers call 0.1 good. A slow machine paints a page in pieces,
 * which moves a row of tabs by up to 0.003.
 */
const MAX_SHIFT = 0.01

/** Scrolls through the page so that lazy images load, then returns its layout shifts. Hidden images never load. */
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
  // Table columns change their widths while rows arrive, which a slow machine paints.
  const isInTable = ({ node }) => (node?.nodeType === 1 ? node : node?.parentElement)?.closest('table')
  const isOfTable = ({ sources }) => sources.length > 0 && sources.every(isInTable)
  const moved = observer.takeRecords().filter(entry => !entry.hadRecentInput && !isOfTable(entry))
  const nameOf = ({ node }) => node && (node.outerHTML ?? node.textContent).slice(0, 160)
  const places = moved.flatMap(({ sources }) => sources.slice(0, 3).map(nameOf))
  return { shift: moved.reduce((sum, { value }) => sum + value, 0), places }
})()`

async function shiftsOf(page: Page): Promise<string[]> {
  const { shift, places } = (await page.evaluate(SHIFT)) as { shift: number; places: string[] }
  return shift < MAX_SHIFT ? [] : [`the layout shifts while the page loads, by ${shift}: ${places.join(' | ')}`]
}

/** Runs axe-core, injected past the page's CSP; later pages of the context load it when they start. */
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
