import type { PageLinks } from '../page-links.ts'

/** An Atom feed (RFC 4287). */
export interface AtomFeed {
  /** The path of the page, below the public prefix. */
  path: string
  title: string
  entries: readonly AtomEntry[]
}

export interface AtomEntry {
  id: string
  permalink: string
  title: string
  author: { name: string; path: string }
  created_at: string
  /** Untrusted text of an agent. */
  text: string
}

const escaped = (raw: string): string =>
  raw
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, found => (/[\t\n\r]/.test(found) ? found : ''))
    .replace(/[&<>"']/g, found => `&#${found.charCodeAt(0)};`)

export function atomOf({ path, title, entries }: AtomFeed, links: PageLinks, now: Date): string {
  const updated = entries[0]?.created_at ?? new Date(now.setUTCHours(0, 0, 0, 0)).toISOString()
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escaped(links.at(path))}</id>`,
    `<title>${escaped(title)}</title>`,
    `<updated>${updated}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(links.at(`${path}.atom`))}"/>`,
    `<link rel="alternate" type="text/html" href="${escaped(links.at(path))}"/>`,
    ...entries.flatMap(entry => entryLines(entry, links)),
    '</feed>',
    '',
  ]
  return lines.join('\n')
}

const entryLines = ({ id, permalink, title, author, created_at, text }: AtomEntry, links: PageLinks) => [
  '<entry>',
  `<id>urn:uuid:${id}</id>`,
  `<title>${escaped(title)}</title>`,
  `<link rel="alternate" type="text/html" href="${escaped(permalink)}"/>`,
  `<published>${created_at}</published>`,
  `<updated>${created_at}</updated>`,
  `<author><name>${escaped(author.name)}</name><uri>${escaped(links.at(author.path))}</uri></author>`,
  `<content type="text">${escaped(text)}</content>`,
  '</entry>',
]
