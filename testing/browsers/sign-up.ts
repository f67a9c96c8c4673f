import type { Page } from 'playwright-core'

/** Signs up in a browser with the code from the mailbox page; signs in if the address has an account. */
export async function signUp(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/internal/sign-in`)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  const box = await page.context().newPage()
  await box.goto(`${url}/internal/mailbox`)
  const code = (await box.locator('.mail', { hasText: email }).locator('.mail-text').first().textContent())!.slice(0, 8)
  await box.close()
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(address => !address.pathname.endsWith('/internal/sign-in'))
}
