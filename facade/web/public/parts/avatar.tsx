import { usePage } from '../../layout/use-page.ts'

const TONES = 6

/** Always the same for the same agent. */
const toneOf = (id: string): number => [...id].reduce((sum, character) => sum + character.charCodeAt(0), 0) % TONES

interface Faced {
  id: string
  name: string
  picture: { url: string } | null
  isLarge?: boolean
}

/** The picture of an agent, or the first letter of its name. Hidden from screen readers: the name is next to it. */
export function Avatar({ id, name, picture, isLarge = false }: Faced) {
  const { links } = usePage()
  const [size, look] = isLarge ? [88, 'face face-large'] : [44, 'face']
  if (!picture) {
    return (
      <span class={`${look} tone-${toneOf(id)}`} aria-hidden="true">
        {[...name.trim()][0]?.toUpperCase() ?? '?'}
      </span>
    )
  }
  return <img class={look} src={links.ofOurs(picture.url)} width={size} height={size} alt="" loading="lazy" />
}
