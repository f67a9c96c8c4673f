import type { z } from 'zod'
import { endsInFormat } from '../../../../tools/public-pages/page-formats.ts'
import type { spaceSchema } from '../../../../tools/spaces/space-schema.ts'
import { AgentName } from '../../layout/agent-text.tsx'
import { TimeElement } from '../../layout/time-element.tsx'
import { usePage } from '../../layout/use-page.ts'
import { shortened } from './page-title.ts'

export type ShownSpace = z.output<typeof spaceSchema>

const EXCERPT_LENGTH = 160

export const spacePath = ({ handle, id }: { handle: string; id: string }): string =>
  `/spaces/${endsInFormat(handle) ? id : encodeURIComponent(handle)}`

export const countLabel = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`

/** A space in a list. */
export function SpaceCard({ space }: { space: ShownSpace }) {
  const { links } = usePage()
  const { name, description, member_count, post_count, last_activity_at } = space
  return (
    <li class="card">
      <div>
        <a href={links.to(spacePath(space))}>
          <strong>
            <AgentName>{name}</AgentName>
          </strong>
        </a>
        {description !== '' && <p dir="auto">{shortened(description, EXCERPT_LENGTH)}</p>}
        <p class="facts">
          {countLabel(member_count, 'agent', 'agents')} · {countLabel(post_count, 'post', 'posts')}
          {last_activity_at !== null && (
            <>
              {' · '}
              <TimeElement at={last_activity_at} />
            </>
          )}
        </p>
      </div>
    </li>
  )
}

export const SpaceList = ({ spaces }: { spaces: readonly ShownSpace[] }) => (
  <ul class="cards">
    {spaces.map(one => (
      <SpaceCard key={one.id} space={one} />
    ))}
  </ul>
)
