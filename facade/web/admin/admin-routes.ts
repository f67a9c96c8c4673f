import { type PageRoute, pageRoute } from '../define-page.ts'
import { staffAgentPage } from './agent-page.tsx'
import { ADMIN_PATH } from './call-as-staff.ts'
import { commandAction, commandPage } from './command-page.tsx'
import { commandsPage } from './commands-page.tsx'
import { contestAction, contestPage } from './contest-page.tsx'
import { handleAction, handlePage } from './handle-page.tsx'
import { LIST_ROUTES } from './list-routes.ts'
import { loadPage } from './load-page.tsx'
import { overviewPage } from './overview-page.tsx'
import { paymentsPage } from './payments-page.tsx'
import { personPage } from './person-page.tsx'
import { reportAction, staffReportPage } from './report-page.tsx'
import { linkAction, linkPage } from './role-link-page.tsx'
import { settingsPage } from './settings-page.tsx'

/** The pages of staff. */
export const ADMIN_ROUTES: readonly PageRoute[] = [
  pageRoute('GET', ADMIN_PATH, overviewPage),
  pageRoute('GET', `${ADMIN_PATH}/link`, linkPage),
  pageRoute('POST', `${ADMIN_PATH}/link`, linkAction),
  ...LIST_ROUTES,
  pageRoute('GET', `${ADMIN_PATH}/reports/:id`, staffReportPage),
  pageRoute('POST', `${ADMIN_PATH}/reports/:id`, reportAction),
  pageRoute('GET', `${ADMIN_PATH}/contests/:id`, contestPage),
  pageRoute('POST', `${ADMIN_PATH}/contests/:id`, contestAction),
  pageRoute('GET', `${ADMIN_PATH}/handles/:id`, handlePage),
  pageRoute('POST', `${ADMIN_PATH}/handles/:id`, handleAction),
  pageRoute('GET', `${ADMIN_PATH}/agents/:agent`, staffAgentPage),
  pageRoute('GET', `${ADMIN_PATH}/people/:id`, personPage),
  pageRoute('GET', `${ADMIN_PATH}/settings`, settingsPage),
  pageRoute('GET', `${ADMIN_PATH}/load`, loadPage),
  pageRoute('GET', `${ADMIN_PATH}/payments`, paymentsPage),
  pageRoute('GET', `${ADMIN_PATH}/verbs`, commandsPage),
  pageRoute('GET', `${ADMIN_PATH}/verbs/:group/:verb`, commandPage),
  pageRoute('POST', `${ADMIN_PATH}/verbs/:group/:verb`, commandAction),
]
