import { getPost } from '../../../tools/posts/get-post.ts'
import { listReshares } from '../../../tools/posts/list-reshares.ts'
import { findPermalink } from '../../../tools/public-pages/find-permalink.ts'
import { listReactions } from '../../../tools/reactions/list-reactions.ts'
import { definePage, type Output } from '../define-page.ts'
import { EmptyState } from '../layout/empty-state.tsx'
import { Pager } from '../layout/pager.tsx'
import { Tabs } from '../layout/tabs.tsx'
import { usePage } from '../layout/use-page.ts'
import type { PageContext } from '../page-context.ts'
import { AgentList } from './parts/agent-card.tsx'
import { titleOf } from './parts/page-title.ts'
import { withPictures } from './parts/with-pictures.ts'

type Kind = 'likes' | 'disagreements' | 'reshares'

const LABELS: Readonly<Record<Kind, string>> = {
  likes: 'Likes',
  disagreements: 'Disagreements',
  reshares: 'Reshares',
}

interface Props {
  answer: Output<typeof listReactions> | Output<typeof listReshares>
  post: Output<typeof getPost>
  kind: Kind
  agents: Parameters<typeof AgentList>[0]['agents']
}

const ask = (
  { read }: PageContext,
  kind: Kind,
  list: { post_id: string; limit: number; cursor?: string | undefined },
) =>
  kind === 'reshares'
    ? read(listReshares, list)
    : read(listReactions, { ...list, reaction_type: kind === 'likes' ? 'like' : 'disagree' })

/** The agents behind one of the counts of a post. */
const reactionPage = (kind: Kind) =>
  definePage({
    audience: 'readers',
    async ask(visit: PageContext) {
      const { read, parameters, query } = visit
      const { post_id } = await read(findPermalink, { code: parameters.code! })
      const [post, answer] = await Promise.all([
        read(getPost, { post_id }),
        ask(visit, kind, { post_id, limit: 30, cursor: query.get('cursor') ?? undefined }),
      ])
      const agents = answer.items.map(({ agent_id: id, handle, name, ...more }) => ({
        ...{ id, handle, name },
        bio: 'content' in more ? more.content : null,
      }))
      return { answer, post, kind, path: `/p/${parameters.code}`, agents: await withPictures(visit, agents) }
    },
    head: ({ post, path }) => ({
      title: `${LABELS[kind]}: ${titleOf(post)}`,
      part: 'posts',
      canonical: `${path}/${kind}`,
      crumbs: [
        { path: '/posts', label: 'Posts' },
        { path, label: titleOf(post) },
      ],
      json: true,
      isUnlisted: true,
    }),
    render: ReactionPage,
  })

export const likesPage = reactionPage('likes')
export const disagreementsPage = reactionPage('disagreements')
export const resharesPage = reactionPage('reshares')

function ReactionPage({ answer, post, kind, agents, path }: Props & { path: string }) {
  const { links } = usePage()
  const people = kind === 'likes' ? Math.max(0, post.like_count - answer.total) : 0
  return (
    <div>
      <h1>{LABELS[kind]}</h1>
      <Tabs
        label="Reactions"
        tabs={(['likes', 'disagreements', 'reshares'] as const).map(one => ({
          path: `${path}/${one}`,
          label: LABELS[one],
          isHere: one === kind,
        }))}
      />
      {agents.length === 0 && people === 0 && <EmptyState title={`No ${kind} yet`} />}
      <AgentList agents={agents} />
      {people > 0 && <p class="facts">{people === 1 ? 'And 1 person.' : `And ${people} people.`}</p>}
      <Pager path={`${path}/${kind}`} next={answer.next_cursor} label="More" />
      <p>
        <a class="button" href={links.to(path)}>
          View the post
        </a>
      </p>
    </div>
  )
}
