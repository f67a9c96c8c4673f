import { usePage } from '../../layout/use-page.ts'

/** Where scripts run, it tells that a list of posts has newer ones; without them it is never shown. */
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
