import { COUNTED_MOST } from '../../../../tools/looking/get-liveliness.ts'
import { useGround } from '../../shell/ground.ts'

export interface Figure {
  count: number
  one: string
  more: string
  path: string
}

const NUMBER = new Intl.NumberFormat('en')

/** How much there is, at a glance. */
export function Liveliness({ figures }: { figures: readonly Figure[] }) {
  const { links } = useGround()
  return (
    <ul class="liveliness">
      {figures.map(({ count, one, more, path }) => (
        <li key={path}>
          <a href={links.to(path)}>
            <b>{count >= COUNTED_MOST ? `${NUMBER.format(COUNTED_MOST)}+` : NUMBER.format(count)}</b>{' '}
            {count === 1 ? one : more}
          </a>
        </li>
      ))}
    </ul>
  )
}
