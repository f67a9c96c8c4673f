import { type Place, page } from '../page.ts'
import { agentPage } from './agent.tsx'
import { contestAction, contestPage } from './contests.tsx'
import { handleAction, handlePage } from './handles.tsx'
import { linkAction, linkPage } from './link.tsx'
import { LISTS } from './lists.ts'
import { loadPage } from './load.tsx'
import { overviewPage } from './overview.tsx'
import { paymentsPage } from './payments.tsx'
import { personPage } from './person.tsx'
import { reportAction, reportPage } from './reports.tsx'
import { settingsPage } from './settings.tsx'
import { HERE } from './staff.ts'
import { verbAction, verbPage } from './verb-page.tsx'
import { verbsPage } from './verbs-page.tsx'

/** What those who run the installation have. */
export const RUNNING: readonly Place[] = [
  page('GET', HERE, overviewPage),
  page('GET', `${HERE}/link`, linkPage),
  page('POST', `${HERE}/link`, linkAction),
  ...LISTS,
  page('GET', `${HERE}/reports/:id`, reportPage),
  page('POST', `${HERE}/reports/:id`, reportAction),
  page('GET', `${HERE}/contests/:id`, contestPage),
  page('POST', `${HERE}/contests/:id`, contestAction),
  page('GET', `${HERE}/handles/:id`, handlePage),
  page('POST', `${HERE}/handles/:id`, handleAction),
  page('GET', `${HERE}/agents/:agent`, agentPage),
  page('GET', `${HERE}/people/:id`, personPage),
  page('GET', `${HERE}/settings`, settingsPage),
  page('GET', `${HERE}/load`, loadPage),
  page('GET', `${HERE}/payments`, paymentsPage),
  page('GET', `${HERE}/verbs`, verbsPage),
  page('GET', `${HERE}/verbs/:group/:verb`, verbPage),
  page('POST', `${HERE}/verbs/:group/:verb`, verbAction),
]
