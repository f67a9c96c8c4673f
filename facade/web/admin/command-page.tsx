import type { OperatorTool } from '../../../tools/core/define-tool.ts'
import { PROBLEMS, Problem } from '../../../tools/core/problems/problem.ts'
import { RECENT_MINUTES, signInAgain } from '../../../tools/core/recent-sign-in.ts'
import { nothingHere } from '../../../tools/core/staff-roles.ts'
import type { ToolCommand } from '../../cli/cli-command.ts'
import { TOOL_COMMANDS } from '../../cli/cli-commands.ts'
import { type Option, optionsOf } from '../../cli/cli-options.ts'
import { confirmationLines } from '../../cli/confirmations.ts'
import { defineAction, definePage, type ErrorPage, type PageProps, type Redirect } from '../define-page.ts'
import { CsrfForm } from '../layout/csrf-form-element.tsx'
import { usePage } from '../layout/use-page.ts'
import type { PageContext } from '../page-context.ts'
import { MAX_RETURN_URL, signInPath } from '../sign-in-path.ts'
import { ADMIN_PATH, callTool, isTooOld, mayCall } from './call-as-staff.ts'
import { commandPath } from './command-path.ts'
import { type Confirmation, ConfirmForm } from './confirm-form.tsx'
import { AdminFrame } from './parts/admin-frame.tsx'
import { FormField, readFields } from './parts/form-field.tsx'
import { OutputTable, type TableRow } from './parts/table-rows.tsx'

interface VerbView extends PageProps {
  name: string
  tool: OperatorTool
  options: readonly Option[]
  given: Readonly<Record<string, string>>
  to: string | undefined
  output: TableRow | undefined
  refusal: Problem | undefined
  /** The sign-in path, if a recent sign-in is required. */
  sign_in: string | undefined
}

function requireVerb({ parameters: { group, verb }, visitor }: PageContext): ToolCommand {
  const found = TOOL_COMMANDS.find(({ name }) => name === `${group} ${verb}`)
  if (!found || !mayCall(visitor, found.tool)) throw nothingHere()
  return found
}

const givenIn = (options: readonly Option[], form: URLSearchParams) =>
  Object.fromEntries(options.flatMap(({ name }) => (form.has(name) ? [[name, form.get(name)!]] : [])))

/** Accepts only admin paths, because the value comes from the form. */
const leadsOn = (to: string | null): string | undefined =>
  to !== null && /^\/internal\/operator(\/[\w/-]*)?$/.test(to) ? to : undefined

const viewOf = ({ name, tool }: ToolCommand, form: URLSearchParams, more: Partial<VerbView> = {}): VerbView => {
  const options = optionsOf({ name, tool, positional: [] })
  const head = {
    title: name,
    isUnlisted: true,
    isWide: true,
    crumbs: [{ path: `${ADMIN_PATH}/verbs`, label: 'All commands' }],
  }
  const given = givenIn(options, form)
  return {
    head,
    name,
    tool,
    options,
    given,
    to: leadsOn(form.get('to')),
    output: undefined,
    refusal: undefined,
    sign_in: undefined,
    ...more,
  }
}

/** Returns problems to show in the form. Missing permissions and old sign-ins are rethrown. */
function requireRefusal(error: unknown): Problem {
  if (!(error instanceof Problem) || error.message === nothingHere().message) throw error
  if (error.slug === 'sign-in-again') throw error
  return error
}

/** The path of the form with the entered values, unless it is too long to return to after sign-in. */
function formPath(name: string, fields: URLSearchParams): string {
  const { form_token: _, confirmed: __, ...entered } = Object.fromEntries(fields)
  const path = commandPath(name, entered)
  return path.length > MAX_RETURN_URL ? commandPath(name) : path
}

function signInFor({ name, tool }: ToolCommand, visit: PageContext): string | undefined {
  return isTooOld(visit, tool) ? signInPath(formPath(name, visit.query)) : undefined
}

/** Read commands with complete input run immediately; all others show their form. */
export const commandPage = definePage({
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
      const output: TableRow = await callTool(visit, tool, readFields(options, visit.query))
      return { answer: output, view: viewOf(verb, visit.query, { output }) }
    } catch (error) {
      return { answer: {}, view: viewOf(verb, visit.query, { refusal: requireRefusal(error) }) }
    }
  },
  head: ({ view }) => view.head,
  render: ({ view }) => <VerbPage {...view} />,
})

export const commandAction = defineAction(
  { audience: 'reader', back: ({ parameters: { group, verb } }, form) => formPath(`${group} ${verb}`, form) },
  async (visit, form): Promise<Redirect | ErrorPage> => {
    const verb = requireVerb(visit)
    const { tool, name } = verb
    // Before the confirmation is shown.
    if (isTooOld(visit, tool)) throw signInAgain()
    const options = optionsOf(verb)
    const input = readFields(options, form)
    const to = leadsOn(form.get('to'))
    try {
      const reported =
        form.get('confirmed') === 'yes'
          ? []
          : await confirmationLines((of, reference) => callTool(visit, of, reference), tool, input)
      if (reported.length > 0)
        return confirmationPage(verb, reported, { ...givenIn(options, form), ...(to !== undefined && { to }) })
      const output: TableRow = await callTool(visit, tool, input)
      if (to !== undefined) return { to, flash: `Done: ${name}.` }
      return { status: 200, view: viewOf(verb, new URLSearchParams(), { output }), render: VerbDone }
    } catch (error) {
      const refusal = requireRefusal(error)
      const { status } = PROBLEMS[refusal.slug]
      return { status, view: viewOf(verb, form, { refusal }), render: VerbPage }
    }
  },
)

function confirmationPage(
  { name }: ToolCommand,
  reported: readonly string[],
  fields: Record<string, string>,
): ErrorPage {
  const question: Confirmation = {
    head: { title: `${name}?`, isUnlisted: true, isWide: true },
    ...{ lines: reported, fields, action: commandPath(name), back: fields.to ?? commandPath(name) },
  }
  return { status: 200, view: question, render: ConfirmForm }
}

function VerbPage({ name, tool, options, given, to, output, refusal, sign_in }: VerbView) {
  const { links } = usePage()
  const faults = new Map(refusal?.members.errors?.map(({ pointer, message }) => [pointer.split('/')[1], message]))
  const isRead = tool.effect === 'read'
  return (
    <AdminFrame title={name} lead={tool.description}>
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
        <CsrfForm action={commandPath(name)} method={isRead ? 'get' : 'post'} label={name}>
          {options.map(option => (
            <FormField key={option.name} option={option} value={given[option.name]} fault={faults.get(option.name)} />
          ))}
          {to !== undefined && <input type="hidden" name="to" value={to} />}
          <p class="in-line">
            <button type="submit">{isRead ? 'Show' : tool.effect === 'destructive' ? 'Continue…' : 'Run'}</button>
          </p>
        </CsrfForm>
      )}
      {output && <OutputTable output={output} />}
    </AdminFrame>
  )
}

function VerbDone({ name, output }: VerbView) {
  return (
    <AdminFrame title={`Done: ${name}`} lead="Secrets on this page, such as codes and links, are not shown again.">
      <div class="secret-shown">
        <OutputTable output={output!} />
      </div>
    </AdminFrame>
  )
}
