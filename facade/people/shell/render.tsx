import type { FunctionComponent } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Shown } from '../page.ts'
import { type Ground, GroundContext } from './ground.ts'
import { Layout } from './layout.tsx'

/** The HTML of a page. */
export function renderPage(Body: FunctionComponent<Shown>, view: Shown, ground: Ground): string {
  const html = renderToString(
    <GroundContext.Provider value={ground}>
      <Layout head={view.head}>
        <Body {...view} />
      </Layout>
    </GroundContext.Provider>,
  )
  return `<!doctype html>${html}\n`
}
