import type { OperatorTool } from '../../../tools/kernel/define.ts'
import { PROBLEMS, Problem } from '../../../tools/kernel/problems/problems.ts'
import { RECENT_MINUTES, signInAgain } from '../../../tools/kernel/recent-sign-in.ts'
import { nothingHere } from '../../../tools/kernel/roles.ts'
import { effectsOf } from '../../operator/effects.ts'
import { type Option, optionsOf } from '../../operator/options.ts'
import type { Verb } from '../../operator/verb.ts'
import { VERBS } from '../../operator/verbs.ts'
import { defineAction, definePage, type Led, type Shower, type Shown } from '../page.ts'
import { Form } from '../shell/form.tsx'
import { useGround } from '../shell/ground.ts'
import { LONGEST_WAY, signInPath } from '../sign-in-path.ts'
import type { Visit } from '../visit.ts'
import { Confirm, type Question } from './confirm.tsx'
import { Field, readFields } from './parts/field.tsx'
import { Frame } from './parts/frame.tsx'
import { AnswerOf, type Row } from './parts/rows.tsx'
import { ask, HERE, isTooOld, mayCall } from './staff.ts'
import { verbPath } from './verb-path.ts'

interface VerbView extends Shown {
  words: string
  tool: OperatorTool
  options: readonly Option[]
  given: Readonly<Record<string, string>>
  to: string | undefined
  answer: Row | undefined
  refusal: Problem | undefined
  /** Where to sign in again first, and come back. */
  sign_in: string | undefined
}

function requireVerb({ parameters: { group, verb }, visitor }: Visit): Verb {
  const found = VERBS.find(({ words }) => words === `${group} ${verb}`)
  if (!found || !mayCall(visitor, found.tool)) throw nothingHere()
  return found
}

const givenIn = (options: readonly Option[], form: URLSearchParams) =>
  Object.fromEntries(options.flatMap(({ name }) => (form.has(name) ? [[name, form.get(name)!]] : [])))

/** Only pages of this part: it comes with the form. */
const leadsOn = (to: string | null): string | undefined =>
  to !== null && /^\/internal\/operator(\/[\w/-]*)?$/.test(to) ? to : undefined

const viewOf = ({ words, tool }: Verb, form: URLSearchParams, more: Partial<VerbView> = {}): VerbView => {
  const options = optionsOf({ words, tool, positional: [] })
  const head = { title: words, isUnlisted: true, isWide: true, crumbs: [{ path: `${HERE}/verbs`, label: 'All verbs' }] }
  const given = givenIn(options, form)
  return {
    head,
    words,
    tool,
    options,
    given,
    to: leadsOn(form.get('to')),
    answer: undefined,
    refusal: undefined,
    sign_in: undefined,
    ...more,
  }
}

/** What the tool refuses belongs into the form; that there is nothing for this role, or an old sign-in, does not. */
function requireRefusal(error: unknown): Problem {
  if (!(error instanceof Problem) || error.message === nothingHere().message) throw error
  if (error.slug === 'sign-in-again') throw error
  return error
}

/** The form with what was entered, as far as a sign-in leads back to so long a path. */
function formPath(words: string, fields: URLSearchParams): string {
  const { form_token: _, confirmed: __, ...entered } = Object.fromEntries(fields)
  const path = verbPath(words, entered)
  return path.length > LONGEST_WAY ? verbPath(words) : path
}

function signInFor({ words, tool }: Verb, visit: Visit): string | undefined {
  return isTooOld(visit, tool) ? signInPath(formPath(words, visit.query)) : undefined
}

/** Reads answer at once where nothing is missing; all others show their form. */
export const verbPage = definePage({
  audience: 'reader',
  async ask(visit) {
    const verb = requireVerb(visit)
    const { tool } = verb
    const options = optionsOf(verb)
    const isReady = options.every(({ name, isRequired }) => !isRequired || visit.query.get(name))
    if (tool.effect !== 'read' || !isReady) {
      return { answer: {}, view: viewOf(verb, visit.query, { sign_in: signInFor(verb, visit) }) }
    }
    try {
      const answer: Row = await ask(visit, tool, readFields(options, visit.query))
      return { answer, view: viewOf(verb, visit.query, { answer }) }
    } catch (error) {
      return { answer: {}, view: viewOf(verb, visit.query, { refusal: requireRefusal(error) }) }
    }
  },
  view: ({ view }): VerbView => view,
  render: VerbPage,
})

export const verbAction = defineAction({
  audience: 'reader',
  back: ({ parameters: { group, verb } }, form) => formPath(`${group} ${verb}`, form),
  async act(visit, form): Promise<Led | Shower> {
    const verb = requireVerb(visit)
    const { tool, words } = verb
    // Ahead of the question whether it is to be done.
    if (isTooOld(visit, tool)) throw signInAgain()
    const options = optionsOf(verb)
    const input = readFields(options, form)
    const to = leadsOn(form.get('to'))
    try {
      const told =
        form.get('confirmed') === 'yes' ? [] : await effectsOf((of, whom) => ask(visit, of, whom), tool, input)
      if (told.length > 0) return asked(verb, told, { ...givenIn(options, form), ...(to !== undefined && { to }) })
      const answer: Row = await ask(visit, tool, input)
      if (to !== undefined) return { to, flash: `Done: ${words}.` }
      return { status: 200, view: viewOf(verb, new URLSearchParams(), { answer }), render: VerbDone }
    } catch (error) {
      const refusal = requireRefusal(error)
      const { status } = PROBLEMS[refusal.slug]
      return { status, view: viewOf(verb, form, { refusal }), render: VerbPage }
    }
  },
})

function asked({ words }: Verb, told: readonly string[], fields: Record<string, string>): Shower {
  const question: Question = {
    head: { title: `${words}?`, isUnlisted: true, isWide: true },
    ...{ told, fields, action: verbPath(words), back: fields.to ?? verbPath(words) },
  }
  return { status: 200, view: question, render: Confirm }
}

function VerbPage({ words, tool, options, given, to, answer, refusal, sign_in }: VerbView) {
  const { links } = useGround()
  const faults = new Map(refusal?.members.errors?.map(({ pointer, message }) => [pointer.split('/')[1], message]))
  const isRead = tool.effect === 'read'
  return (
    <Frame title={words} lead={tool.description}>
      {refusal && (
        <div class="problem" role="alert">
          <p>{refusal.message}</p>
          {refusal.members.hint !== undefined && <p>{refusal.members.hint}</p>}
          {faults.has(undefined) && <p>{faults.get(undefined)}</p>}
        </div>
      )}
      {sign_in !== undefined && (
        <p class="told" role="note">
          This action requires a sign-in within the last {RECENT_MINUTES} minutes.{' '}
          <a class="button" href={links.to(sign_in)}>
            Sign in again
          </a>
        </p>
      )}
      {(options.length > 0 || !isRead) && (
        <Form action={verbPath(words)} method={isRead ? 'get' : 'post'} label={words}>
          {options.map(option => (
            <Field key={option.name} option={option} value={given[option.name]} fault={faults.get(option.name)} />
          ))}
          {to !== undefined && <input type="hidden" name="to" value={to} />}
          <p class="in-line">
            <button type="submit">{isRead ? 'Show' : tool.effect === 'destructive' ? 'Continue…' : 'Do it'}</button>
          </p>
        </Form>
      )}
      {answer && <AnswerOf answer={answer} />}
    </Frame>
  )
}

function VerbDone({ words, answer }: VerbView) {
  return (
    <Frame title={`Done: ${words}`} lead="What is shown here once, such as a code or a link, is not shown again.">
      <div class="secret-shown">
        <AnswerOf answer={answer!} />
      </div>
    </Frame>
  )
}
