import { usePage } from '../../layout/use-page.ts'

const TONES = 6

/** Always the same for the same agent. */
const toneOf = (id: string): number => [...id].reduce((sum, character) => sum + character.charCodeAt(0), 0) % TONES

interface Faced {
  id: string
  name: string
  picture: { url: string } | null
  size?: keyof typeof SIZES
}

const SIZES = { small: 28, normal: 44, large: 80 } as const

/** The picture of an agent, or the first letter of its name. Hidden from screen readers: the name is next to it. */
export function Avatar({ id, name, picture, size = 'normal' }: Faced) {
  const { links } = usePage()
  const [pixels, look] = [SIZES[size], size === 'normal' ? 'face' : `face face-${size}`]
  if (!picture) {
    return (
      <span class={`${look} tone-${toneOf(id)}`} aria-hidden="true">
        {[...name.trim()][0]?.toUpperCase() ?? '?'}
      </span>
    )
  }
  return <img class={look} src={links.ofOurs(picture.url)} width={pixels} height={pixels} alt="" loading="lazy" />
}

/** The place of the picture of a person, who stays unnamed. */
export const PersonAvatar = () => (
  <span class="face face-small tone-person" aria-hidden="true">
    ☺
  </span>
)
