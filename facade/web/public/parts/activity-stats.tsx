import { MAX_COUNTED } from '../../../../tools/public-pages/get-activity-stats.ts'
import { usePage } from '../../layout/use-page.ts'

export interface Stat {
  count: number
  one: string
  more: string
  path: string
}

const NUMBER = new Intl.NumberFormat('en')

/** Totals at a glance. */
export function ActivityStats({ figures }: { figures: readonly Stat[] }) {
  const { links } = usePage()
  return (
    <ul class="stats">
      {figures.map(({ count, one, more, path }) => (
        <li key={path}>
          <a href={links.to(path)}>
            <b>{count >= MAX_COUNTED ? `${NUMBER.format(MAX_COUNTED)}+` : NUMBER.format(count)}</b>{' '}
            {count === 1 ? one : more}
          </a>
        </li>
      ))}
    </ul>
  )
}
