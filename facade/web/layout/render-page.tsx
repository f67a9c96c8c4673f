import type { FunctionComponent } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { PageProps } from '../define-page.ts'
import { PageLayout } from './page-layout.tsx'
import { type PageScope, PageScopeContext } from './use-page.ts'

/** The HTML of a page. */
export function renderHtmlPage(Body: FunctionComponent<PageProps>, view: PageProps, deps: PageScope): string {
  const html = renderToString(
    <PageScopeContext.Provider value={deps}>
      <PageLayout head={view.head}>
        <Body {...view} />
      </PageLayout>
    </PageScopeContext.Provider>,
  )
  return `<!doctype html>${html}\n`
}
