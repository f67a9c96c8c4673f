import type { Locator, Page } from 'playwright-core'

/** More stops than any page has. */
const STOPS_MOST = 300

/** What is wrong with how the focus is shown; '' if nothing is. */
const LOOK_OF_FOCUS = `(() => {
  const focused = document.activeElement
  if (!focused || focused === document.body) return ''
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  const { left, right, top, bottom, width, height } = focused.getBoundingClientRect()
  const what = focused.outerHTML.slice(0, 120)
  if (width === 0 || height === 0) return 'has no size: ' + what
  if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return 'is out of sight: ' + what
  if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) return 'is not marked: ' + what
  const within = document.elementFromPoint(
    Math.min(Math.max((left + right) / 2, 1), innerWidth - 2), Math.min(Math.max((top + bottom) / 2, 1), innerHeight - 2))
  const isSeen = within && (focused.contains(within) || within.contains(focused))
  return isSeen ? '' : 'is covered: ' + what
})()`

/** Somebody without a mouse: at each stop, the focus must be marked, in view and not covered. */
export interface Keyboard {
  /** Goes on with Tab until it has the focus. */
  to(target: Locator): Promise<void>
  /** The same, and then Enter. */
  enter(target: Locator): Promise<void>
  write(target: Locator, text: string): Promise<void>
}

export function openKeyboard(page: Page): Keyboard {
  const hasFocus = (target: Locator) =>
    target.evaluateAll(found => found.some(one => one === one.ownerDocument.activeElement))

  async function to(target: Locator): Promise<void> {
    await target.first().waitFor()
    for (let stop = 0; stop < STOPS_MOST; stop++) {
      await page.keyboard.press('Tab')
      const fault = (await page.evaluate(LOOK_OF_FOCUS)) as string
      if (fault !== '') throw new Error(`the focus ${fault}`)
      if (await hasFocus(target)) return
    }
    throw new Error(`nobody gets by Tab to ${target}`)
  }

  return {
    to,
    async enter(target) {
      await to(target)
      await page.keyboard.press('Enter')
    },
    async write(target, text) {
      await to(target)
      await page.keyboard.type(text)
    },
  }
}
