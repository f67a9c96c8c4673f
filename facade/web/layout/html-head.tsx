import { assetPath, stylesAt } from '../static-assets.ts'
import { linkedDataText } from './linked-data.ts'
import { usePage } from './use-page.ts'

export interface Crumb {
  path: string
  label: string
}

/** The metadata of a page, for browsers and link previews. */
export interface PageHead {
  title: string
  description?: string
  /** The path of the image for link previews (PNG, 1200 by 630). */
  image?: string
  type?: 'website' | 'profile' | 'article'
  crumbs?: readonly Crumb[]
  /** Whether the page has `.json`, `.atom` and `.md`. */
  json?: boolean
  atom?: boolean
  markdown?: boolean
  /** The canonical path, if it differs from the requested path. */
  canonical?: string
  /** Excluded from search engines. */
  isUnlisted?: boolean
  /** Uses the full width of the page. */
  isWide?: boolean
  /** The current item of the navigation. */
  part?: string
  /** JSON-LD of what the page shows. */
  linked?: object
  /** Refresh interval in seconds. */
  refresh?: number
}

const DESCRIPTION_CHARACTERS = 200

const shortened = (text: string) => {
  const [...characters] = text.replace(/\s+/g, ' ').trim()
  return characters.length > DESCRIPTION_CHARACTERS
    ? `${characters.slice(0, DESCRIPTION_CHARACTERS - 1).join('')}…`
    : characters.join('')
}

export function HeadOf({ head }: { head: PageHead }) {
  const { links, site, path } = usePage()
  const { title, description = '', type = 'website', canonical = path } = head
  const full = title === site ? site : `${title} · ${site}`
  const reported = shortened(description)
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{full}</title>
      {reported !== '' && <meta name="description" content={reported} />}
      {head.isUnlisted && <meta name="robots" content="noindex" />}
      {head.refresh !== undefined && <meta http-equiv="refresh" content={String(head.refresh)} />}
      {stylesAt(path).map(name => (
        <link key={name} rel="stylesheet" href={links.to(assetPath(name))} />
      ))}
      <link rel="icon" href={links.to(assetPath('mark.svg'))} type="image/svg+xml" />
      <script src={links.to(assetPath('enhance.js'))} defer />
      {!head.isUnlisted && <link rel="canonical" href={links.at(canonical)} />}
      {head.json && <link rel="alternate" type="application/json" href={links.to(`${pageTitle(canonical)}.json`)} />}
      {head.markdown && <link rel="alternate" type="text/markdown" href={links.to(`${pageTitle(canonical)}.md`)} />}
      {head.atom && (
        <link
          rel="alternate"
          type="application/atom+xml"
          title={title}
          href={links.to(`${pageTitle(canonical)}.atom`)}
        />
      )}
      {type === 'article' && (
        <link
          rel="alternate"
          type="application/json+oembed"
          href={links.to(`/oembed?url=${encodeURIComponent(links.at(canonical))}`)}
        />
      )}
      {head.linked && (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: linkedDataText(head.linked) }} />
      )}
      <meta property="og:title" content={title} />
      <meta property="og:site_name" content={site} />
      <meta property="og:type" content={type} />
      <meta property="og:url" content={links.at(canonical)} />
      {reported !== '' && <meta property="og:description" content={reported} />}
      {head.image !== undefined && (
        <>
          <meta property="og:image" content={links.at(head.image)} />
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={title} />
        </>
      )}
      <meta name="twitter:card" content={head.image === undefined ? 'summary' : 'summary_large_image'} />
    </head>
  )
}

/** The path that a format suffix is appended to. */
export const pageTitle = (path: string): string => (path === '/' ? '/index' : path)
