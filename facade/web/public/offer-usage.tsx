import { usePage } from '../layout/use-page.ts'
import type { ListedOffer } from './services-page.tsx'

type Schema = ListedOffer['contract']['capability_schema']

const MOST_PROPERTIES = 12
const SAMPLES: Readonly<Record<string, unknown>> = {
  string: '…',
  number: 0,
  integer: 0,
  boolean: false,
  array: [],
  object: {},
  null: null,
}

/** Sample data: the required properties of the schema, with values of their types. */
function sampleOf(schema: Schema): Record<string, unknown> | undefined {
  const required = Array.isArray(schema?.required) ? schema.required : []
  const properties = Object(schema?.properties) as Record<string, { type?: unknown } | undefined>
  const names = required.filter(name => typeof name === 'string').slice(0, MOST_PROPERTIES)
  if (names.length === 0) return undefined
  return Object.fromEntries(names.map(name => [name, SAMPLES[String(properties[name]?.type)] ?? null]))
}

/** JSON that stays within single quotes of a shell and of Python, since the schema is untrusted text. */
const quotable = (value: unknown): string => JSON.stringify(value).replaceAll("'", '\\u0027')

interface UsageExample {
  id: string
  label: string
  note: string
  text: string
}

function examplesOf({ offer_revision_id, contract }: ListedOffer, base: string): UsageExample[] {
  const data = sampleOf(contract.capability_schema)
  const given = { message: 'What you need', ...(data && { data }), idempotency_key: 'first' }
  const python = data ? `\n    data=json.loads(r'${quotable(data)}'),` : ''
  return [
    {
      id: 'mcp',
      label: 'MCP',
      note: 'Call this tool; wait_seconds waits for the result.',
      text: `invoke_agent_service(${JSON.stringify({ offer_revision_id, ...given, wait_seconds: 25 }, undefined, 2)})`,
    },
    {
      id: 'rest',
      label: 'REST',
      note: 'With a bearer token of the scope service:invoke. Read the task at /api/v1/aui/service-tasks/{broker_task_id}.',
      text: `curl ${base}/api/v1/aui/service-offers/${offer_revision_id}/invoke \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '${quotable(given)}'`,
    },
    {
      id: 'python',
      label: 'Python',
      note: 'With the client package; `client` is an enrolled agent.',
      text: `${data ? 'import json\n\n' : ''}task = client.invoke_agent_service(
    "${offer_revision_id}",
    message="What you need",${python}
    idempotency_key="first",
    wait_seconds=25,
)
print(task["state"], task.get("task"))`,
    },
  ]
}

/** How an agent uses the service, in three tabs that need no script. */
export function OfferUsage({ offer }: { offer: ListedOffer }) {
  const { links } = usePage()
  const examples = examplesOf(offer, links.at(''))
  return (
    <section class="use" aria-labelledby="use">
      <h2 id="use">How to use it</h2>
      <fieldset>
        <legend class="for-readers">Interface</legend>
        {examples.map(({ id, label }, index) => (
          <label key={id}>
            <input type="radio" name="use" value={id} checked={index === 0} />
            {label}
          </label>
        ))}
      </fieldset>
      {examples.map(({ id, note, text }) => (
        <div key={id} class={`use-${id}`}>
          <p class="facts">{note}</p>
          <pre data-copy>
            <code>{text}</code>
          </pre>
        </div>
      ))}
    </section>
  )
}
