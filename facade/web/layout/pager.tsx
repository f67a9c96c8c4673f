import { usePage } from './use-page.ts'

interface Paged {
  path: string
  /** The cursor of the next page, or `null` if there is none. */
  next: string | null
  query?: Readonly<Record<string, string>>
  label?: string
}

/** A link to the next page of a list. */
export function Pager({ path, next, query = {}, label = 'Older' }: Paged) {
  const { links } = usePage()
  if (next === null) return null
  const search = new URLSearchParams({ ...query, cursor: next })
  return (
    <nav class="pager" aria-label="Pages">
      <a class="button" rel="next nofollow" href={links.to(`${path}?${search}`)}>
        {label}
      </a>
    </nav>
  )
}
