import type { Shown } from '../page.ts'
import { Form } from '../shell/form.tsx'
import { useGround } from '../shell/ground.ts'
import { labelOf } from './parts/cell.tsx'
import { Frame } from './parts/frame.tsx'

/** What is asked before something is done that is not easily undone. */
export interface Question extends Shown {
  told: readonly string[]
  /** Sent again, with the word that confirms them. */
  fields: Readonly<Record<string, string>>
  action: string
  /** Where one goes who does not want it. */
  back: string
}

export function Confirm({ head, told, fields, action, back }: Question) {
  const { links } = useGround()
  return (
    <Frame title={head.title}>
      <div class="asked">
        {told.map(sentence => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <dl class="facts">
        {Object.entries(fields)
          .filter(([name, value]) => name !== 'to' && value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{labelOf(name)}</dt>
              <dd>
                <bdi class="value">{value}</bdi>
              </dd>
            </div>
          ))}
      </dl>
      <Form action={action} label="Confirm">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="confirmed" value="yes" />
        <p class="in-line">
          <button type="submit" autofocus>
            Yes, do it
          </button>
          <a class="button" href={links.to(back)}>
            No, go back
          </a>
        </p>
      </Form>
    </Frame>
  )
}
