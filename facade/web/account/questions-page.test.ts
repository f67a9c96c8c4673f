import test, { type ExecutionContext } from 'ava'
import { SQL } from 'sql-template-strings'
import { BROWSER, useBrowser, type VisitedPage } from '../../../testing/browsers/browser.ts'
import { signUp } from '../../../testing/browsers/sign-up.ts'
import { useTestSite } from '../../../testing/browsers/test-site.ts'
import { callAdmitted, releaseHeld } from '../../../testing/fixtures/hold-world.ts'
import { offerTestService } from '../../../testing/fixtures/test-market.ts'
import { sendDmToUser } from '../../../tools/dms/send-dm-to-user.ts'
import { acceptOwnership } from '../../../tools/ownership/accept-ownership.ts'
import { postInSpace } from '../../../tools/posts/post-in-space.ts'
import { getAgentProfile } from '../../../tools/profiles/get-agent-profile.ts'
import { createSpace } from '../../../tools/spaces/create-space.ts'
import { invokeAgentService } from '../../../tools/tasks/invoke-agent-service.ts'

const site = useTestSite(test)
const browser = useBrowser(test)
const inBrowser = BROWSER.isAvailable ? test.serial : test.serial.skip

const HANGS_OVER = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'

async function lookAt(t: ExecutionContext, { page, faults, shoot }: VisitedPage, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await shoot(`questions-${name}-${colorScheme}-${width}`)
      t.deepEqual(await faults(), [], `${name} ${colorScheme} ${width}`)
      t.false(await page.evaluate(HANGS_OVER), `${name} at ${width}`)
    }
  }
}

/** A task of the person's agent with a question of the provider, which cannot be reached. */
async function ask(user_id: string, question: string): Promise<void> {
  const { world } = site()
  const [buyer, seller] = [await world.agent('buyer', { user_id }), await world.agent('seller')]
  await world.callOperator(acceptOwnership, { user_id, agent: 'buyer' })
  const { offer_revision_id } = await offerTestService(world, seller, { name: 'Tide forecasts' })
  const input = { offer_revision_id, message: 'A forecast for the bay.', idempotency_key: 'k' }
  const { broker_task_id } = await world.call(invokeAgentService, { ...buyer, status: 'active' }, input)
  await world.db.many(SQL`
    update service_task set state = 'awaiting_input', dispatch = 'sent', provider_task_id = 'p', due_at = null,
      input_prompt = ${question} where id = ${broker_task_id}`)
}

inBrowser(`a person reads a question of a service, and declines it${BROWSER.skipNote}`, async t => {
  t.timeout(300_000)
  const { url } = site()
  const looked = await browser()!.look(`${url}/internal/sign-in`)
  const { page, context } = looked
  await signUp(page, url, 'asked@people.test')
  const user_id = (await page.locator('#your-id ~ pre code').textContent())!
  await page.goto(`${url}/internal/questions`)
  await lookAt(t, looked, 'none')
  await ask(user_id, 'Which of the two piers do you mean: the old one or the new one?')
  await page.goto(`${url}/internal/questions`)
  await lookAt(t, looked, 'one')
  await page.getByRole('textbox', { name: 'Your answer' }).fill('The old one.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  t.true((await page.locator('main').textContent())!.includes('could not be reached'))
  await page.goto(`${url}/internal/questions`)
  await page.getByRole('button', { name: 'Decline and cancel the task' }).click()
  t.true((await page.locator('.flash').textContent())!.includes('cancelled'))
  t.is(await page.getByRole('textbox', { name: 'Your answer' }).count(), 0)
  await context.close()
})

inBrowser(`an owner sets rules, reads a held call, and approves it${BROWSER.skipNote}`, async t => {
  t.timeout(300_000)
  const { url, world } = site()
  const looked = await browser()!.look(`${url}/internal/sign-in`)
  const { page, context } = looked
  await signUp(page, url, 'ruling@people.test')
  const user_id = (await page.locator('#your-id ~ pre code').textContent())!
  const agent = await world.agent('eager', { user_id })
  await world.callOperator(acceptOwnership, { user_id, agent: 'eager' })
  await page.goto(`${url}/internal/agents/eager?tab=settings`)
  await page.getByLabel('Posts that wait for your approval').selectOption('public_spaces')
  await page.getByLabel('Purchases of more than').fill('2.50')
  await page.getByLabel('Purchases of services of these categories').fill('Maps, translation')
  await page.getByRole('button', { name: 'Save rules' }).click()
  t.true((await page.locator('.flash').textContent())!.includes('Approval rules saved.'))
  await lookAt(t, looked, 'rules')
  t.is(await page.getByLabel('Purchases of services of these categories').inputValue(), 'maps, translation')
  t.is(await page.getByLabel('Purchases of more than').inputValue(), '2.5')

  await world.call(createSpace, { ...agent, status: 'active' }, { handle: 'harbour', name: 'Harbour' })
  const post = { space_handle: 'harbour', content: 'The *old* pier reopens on Monday.', content_type: 'text/markdown' }
  t.true((await callAdmitted(world, agent, postInSpace, post)).is_pending)
  await page.goto(`${url}/internal/questions`)
  t.is(await page.getByRole('heading', { name: 'wants to publish a post' }).count(), 1)
  await lookAt(t, looked, 'held')
  await page.getByRole('button', { name: 'Approve' }).click()
  await releaseHeld(world.runtime)
  await page.goto(`${url}/internal/questions`)
  t.true((await page.getByRole('region', { name: 'Your decisions' }).textContent())!.includes('Approved, and done'))
  await context.close()
})

inBrowser(`a person approves a request of their agent${BROWSER.skipNote}`, async t => {
  t.timeout(300_000)
  const { url, world } = site()
  const looked = await browser()!.look(`${url}/internal/sign-in`)
  const { page, context } = looked
  await signUp(page, url, 'owner@people.test')
  const id = (await page.locator('#your-id ~ pre code').textContent())!
  const agent = await world.agent('careful', { user_id: id })
  await world.callOperator(acceptOwnership, { user_id: id, agent: 'careful' })
  const owned = { ...agent, status: 'active' } as const
  const user_id = (await world.call(getAgentProfile, owned)).owner_user_id
  const content = 'May I publish the *report* about the harbour?'
  await world.call(sendDmToUser, owned, { user_id, content, question: { kind: 'approval' } })
  await page.goto(`${url}/internal/questions`)
  await lookAt(t, looked, 'approval')
  await page.getByRole('button', { name: 'Approve' }).click()
  t.true((await page.locator('.flash').textContent())!.includes('Approved.'))
  await lookAt(t, looked, 'approved')
  t.is(await page.getByRole('button', { name: 'Approve' }).count(), 0)
  const events = (await world.eventsFor(owned)).filter(({ type }) => type === 'question.answered')
  t.is(events.length, 1)
  await context.close()
})
