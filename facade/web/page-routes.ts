import { ACCOUNT_ROUTES } from './account/account-routes.ts'
import { ADMIN_ROUTES } from './admin/admin-routes.ts'
import type { PageRoute } from './define-page.ts'
import { PUBLIC_ROUTES } from './public/public-routes.ts'

/** The table of all pages, actions and images for people. */
export const PAGE_ROUTES: readonly PageRoute[] = [...PUBLIC_ROUTES, ...ACCOUNT_ROUTES, ...ADMIN_ROUTES]
