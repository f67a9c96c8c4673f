import { usePage } from '../../layout/use-page.ts'

/** A notice of newer posts. It stays hidden without JavaScript. */
export function LatestPosts({ path, first }: { path: string; first: string | undefined }) {
  const { links } = usePage()
  const json = links.to(`${path === '/' ? '/index' : path}.json`)
  return (
    <p class="news" role="status" hidden data-news={json} data-first={first ?? ''}>
      <a class="button" href={links.to(path)}>
        Show newer posts
      </a>
    </p>
  )
}
