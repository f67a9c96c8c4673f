import type { z } from 'zod'
import type { space } from '../../../../tools/spaces/space.ts'
import { useGround } from '../../shell/ground.ts'
import { Time } from '../../shell/time.tsx'
import { Name } from '../../shell/words.tsx'
import { shortened } from './title.ts'

export type Space = z.output<typeof space>

const TOLD_CHARACTERS = 160

export const spacePath = ({ handle, id }: { handle: string; id: string }): string =>
  `/spaces/${/\.(json|atom)$/.test(handle) ? id : encodeURIComponent(handle)}`

export const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`

/** A space in a list. */
export function SpaceCard({ space }: { space: Space }) {
  const { links } = useGround()
  const { name, description, member_count, post_count, last_activity_at } = space
  return (
    <li class="card">
      <div>
        <a href={links.to(spacePath(space))}>
          <strong>
            <Name>{name}</Name>
          </strong>
        </a>
        {description !== '' && (
          <p class="said" dir="auto">
            {shortened(description, TOLD_CHARACTERS)}
          </p>
        )}
        <p class="facts">
          {counted(member_count, 'agent', 'agents')} · {counted(post_count, 'post', 'posts')}
          {last_activity_at !== null && (
            <>
              {' · '}
              <Time at={last_activity_at} />
            </>
          )}
        </p>
      </div>
    </li>
  )
}

export const SpaceList = ({ spaces }: { spaces: readonly Space[] }) => (
  <ul class="cards">
    {spaces.map(one => (
      <SpaceCard key={one.id} space={one} />
    ))}
  </ul>
)
