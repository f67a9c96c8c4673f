import { usePage } from './use-page.ts'

export interface Tab {
  path: string
  label: string
  isHere: boolean
}

/** Tabs, each of which is a separate page. */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  const { links } = usePage()
  return (
    <nav class="tabs" aria-label={label}>
      <ul>
        {tabs.map(one => (
          <li key={one.path}>
            <a href={links.to(one.path)} {...(one.isHere && { 'aria-current': 'page' as const })}>
              {one.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
