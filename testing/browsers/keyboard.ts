import type { Locator, Page } from 'playwright-core'

/** No page has as many tab stops. */
const MAX_STOPS = 300

/** What is wrong with the focused element; '' if nothing is. */
const FOCUS_FAULT = `(() => {
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

/** Keyboard navigation: at each tab stop, the focused element must have an outline, be in view and not be covered. */
export interface Keyboard {
  /** Presses Tab until the target has the focus. */
  to(target: Locator): Promise<void>
  /** Moves to the target and presses Enter. */
  enter(target: Locator): Promise<void>
  write(target: Locator, text: string): Promise<void>
}

export function openKeyboard(page: Page): Keyboard {
  const hasFocus = (target: Locator) =>
    target.evaluateAll(found => found.some(element => element === element.ownerDocument.activeElement))

  async function to(target: Locator): Promise<void> {
    await target.first().waitFor()
    for (let stop = 0; stop < MAX_STOPS; stop++) {
      await page.keyboard.press('Tab')
      const fault = (await page.evaluate(FOCUS_FAULT)) as string
      if (fault !== '') throw new Error(`the focus ${fault}`)
      if (await hasFocus(target)) return
    }
    throw new Error(`Tab never reaches ${target}`)
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
