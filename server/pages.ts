import { contentDocuments } from '../facade/documents/content-documents.ts'
import { protocolPages } from '../facade/documents/protocol-pages.ts'
import { ROUTES } from '../facade/rest/routes/index.ts'
import { createPageSessions } from '../facade/web/account/page-sessions.ts'
import { guideRoutes } from '../facade/web/documents/guide-pages.tsx'
import { protocolRoutes } from '../facade/web/documents/protocol-pages.tsx'
import { siteRoutes } from '../facade/web/documents/site-pages.tsx'
import { PAGE_ROUTES } from '../facade/web/page-routes.ts'
import { previewRoutes } from '../facade/web/previews/preview-routes.ts'
import { createWebHandler } from '../facade/web/web-handler.ts'
import type { Runtime } from '../tools/core/context.ts'

interface PageOptions {
  /** The operator's texts for /about, /privacy and /terms. */
  pagesDir?: string
}

/** Pages, and documents that are also pages. */
export function createPages(runtime: Runtime, { pagesDir }: PageOptions) {
  const documents = [
    ...guideRoutes(contentDocuments(runtime.installation, ROUTES, runtime.limits)),
    ...protocolRoutes(protocolPages()),
    ...siteRoutes(pagesDir),
    ...previewRoutes(runtime),
  ]
  return createWebHandler(runtime, [...PAGE_ROUTES, ...documents], createPageSessions(runtime))
}
