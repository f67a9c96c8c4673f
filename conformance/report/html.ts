import { readFileSync } from 'node:fs'
import type { Exchange } from '../clients/recorded-exchanges.ts'
import { leftoversLine } from '../runner/cleanup.ts'
import {
  type ClauseState,
  type Counts,
  clauseStates,
  headlineOf,
  type JudgedClause,
  type JudgedPart,
  type Verdict,
} from '../runner/verdict.ts'
import type { Outcome } from '../scenario.ts'
import { sourcePath } from '../source.ts'
import { byCause, frontLine } from './causes.ts'
import { masked, maskSecrets } from './mask.ts'
import type { Print, Report } from './report.ts'

/** A self-contained page: no script, no other file. */
export function htmlReport(print: Print): Report {
  return { end: verdict => print(page(verdict)) }
}

const csp = "default-src 'none'; style-src 'unsafe-inline'"

const classOf = (state: ClauseState): string => state.replace(/ .*/, '')

function page(verdict: Verdict): string {
  const { run, parts, counts } = verdict
  const shownParts = parts.filter(({ clauses }) => clauses.length > 0)
  const host = escaped(run.base_url)
  const only = run.only === undefined ? '' : `, only ${escaped(run.only)}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${csp}">
<title>Conformance of ${host}</title>
<style>
${readFileSync(sourcePath('report/page.css'), 'utf8')}</style>
</head>
<body>
<header>
<h1>Conformance of ${host}</h1>
<p class="run">${escaped(run.started_at)}, profile ${run.profile}${only}, ${verdict.outcomes.length} checks</p>
<p class="headline">${headlineOf(verdict)}</p>
<p class="run">${escaped(leftoversLine(verdict.leftovers))}</p>
${bar(counts)}
${overview(shownParts)}
</header>
<main>
${failures(verdict)}${gaps(verdict)}${filters(counts)}
${shownParts.map(partSection).join('\n')}
</main>
</body>
</html>
`
}

function bar(counts: Counts): string {
  const segments = clauseStates.filter(state => counts[state] > 0)
  const of = (state: ClauseState) =>
    `<span class="${classOf(state)}" style="flex:${counts[state]}" title="${counts[state]} ${state}"></span>`
  return `<div class="bar" aria-hidden="true">${segments.map(of).join('')}</div>`
}

function failures({ outcomes, parts }: Verdict): string {
  const groups = byCause(outcomes)
  if (groups.length === 0) return ''
  const clauses = parts.flatMap(part => part.clauses)
  const breached = (outcome: Outcome) =>
    clauses.filter(({ checks }) => checks.includes(outcome)).map(({ id }) => link(id))
  const one = (outcome: Outcome) => `<article class="failure" id="${checkAnchor(outcome)}">
<h3>${escaped(outcome.title)}</h3>
<p class="where">${escaped(outcome.scenario)} ${breached(outcome).join(' ')}</p>
<pre class="reason">${escaped(maskSecrets(outcome.reason ?? ''))}</pre>
${exchangesOf(outcome)}
</article>`
  const group = ({ cause, failures }: (typeof groups)[number]) =>
    failures.length === 1
      ? failures.map(one).join('')
      : `<details class="cause"><summary>${failures.length} checks, same cause: ${escaped(cause)}</summary>
${failures.map(one).join('\n')}</details>`
  const front = frontLine(outcomes)
  return `<section class="failures"><h2>What failed</h2>
${front ? `<p>${escaped(front)}</p>` : ''}${groups.map(group).join('\n')}\n</section>\n`
}

function exchangesOf({ exchanges = [] }: Outcome): string {
  if (exchanges.length === 0) return ''
  const last = exchanges.length - 1
  return exchanges.map((exchange, index) => exchangeDetails(masked(exchange), index === last)).join('\n')
}

function exchangeDetails(exchange: Exchange, isOpen: boolean): string {
  const { method, path, headers, body, answer, error } = exchange
  const came = answer ? `<h4>answered ${answer.status}</h4>\n${message(answer.headers, answer.body)}` : ''
  const lacked = error ? `<p>no answer: ${escaped(error)}</p>` : ''
  const status = `${answer ? ` → ${answer.status}` : ''}${exchange.isBefore ? ', before the check' : ''}`
  return `<details${isOpen ? ' open' : ''}><summary><code>${escaped(`${method} ${path}`)}</code>${status}</summary>
<div class="exchange"><div><h4>sent</h4>\n${message(headers, body)}</div><div>${came}${lacked}</div></div>
</details>`
}

function message(headers: Record<string, string>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = `<pre class="headers">${escaped(lines.join('\n'))}</pre>`
  return body === '' ? head : `${head}<pre>${escaped(indented(body))}</pre>`
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}

function gaps({ gaps }: Verdict): string {
  if (gaps.length === 0) return ''
  const list = `<ul>${gaps.map(gap => `<li>${escaped(gap)}</li>`).join('')}</ul>`
  return `<section class="gaps"><h2>Broken in the suite itself</h2>
<details${gaps.length > 5 ? '' : ' open'}><summary>${gaps.length} in all</summary>${list}</details>
</section>
`
}

function filters(counts: Counts): string {
  const choice = (id: string, words: string, isChecked = false) =>
    `<label><input type="radio" name="show" id="show-${id}"${isChecked ? ' checked' : ''}> ${words}</label>`
  const some = clauseStates.filter(state => counts[state] > 0)
  return `<form class="filters">${choice('all', 'every clause', true)}${some
    .map(state => choice(classOf(state), `${counts[state]} ${state}`))
    .join('')}</form>`
}

function overview(parts: JudgedPart[]): string {
  const row = ({ file, title, counts }: JudgedPart) =>
    `<tr><th scope="row"><a href="#${file}">${escaped(title)}</a></th><td>${bar(counts)}</td>${clauseStates
      .map(state => `<td class="count ${counts[state] > 0 ? classOf(state) : 'none'}">${counts[state]}</td>`)
      .join('')}</tr>`
  const head = clauseStates.map(state => `<th scope="col">${state}</th>`).join('')
  return `<table class="overview"><thead><tr><th scope="col">part</th><td></td>${head}</tr></thead><tbody>
${parts.map(row).join('\n')}
</tbody></table>`
}

const partSection = ({ file, title, clauses }: JudgedPart): string =>
  `<section class="part" id="${file}"><h2>${escaped(title)}</h2>\n${clauses.map(clauseArticle).join('\n')}\n</section>`

function clauseArticle({ id, text, isExtension, state, reasons, checks }: JudgedClause): string {
  const extension = isExtension ? ' <span class="extension">extension</span>' : ''
  const why = reasons.map(reason => `<p class="why">${escaped(reason)}</p>`).join('')
  return `<article class="clause ${classOf(state)}" id="${id}">
<p><a class="id" href="#${id}">${id}</a> <span class="state">${state}</span>${extension} ${inline(text)}</p>${why}
${checks.length === 0 ? '' : checkList(checks)}</article>`
}

function checkList(checks: Outcome[]): string {
  const item = (check: Outcome) => {
    const title = escaped(check.title)
    const led = check.state === 'failed' ? `<a href="#${checkAnchor(check)}">${title}</a>` : title
    return `<li><span class="state ${check.state}">${check.state}</span> ${led}</li>`
  }
  const summary = checks.length === 1 ? '1 check' : `${checks.length} checks`
  return `<details><summary>${summary}</summary><ul>${checks.map(item).join('')}</ul></details>`
}

const checkAnchor = ({ scenario, title }: Outcome): string =>
  `check-${`${scenario} ${title}`.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 120)}`

const link = (id: string): string => `<a class="id" href="#${id}">${id}</a>`

/** Code, emphasis and link text; clauses need no more. */
const inline = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map(piece =>
      piece.startsWith('`') && piece.length > 2
        ? `<code>${escaped(piece.slice(1, -1))}</code>`
        : escaped(piece)
            .replace(/\[([^\]]+)\]\([^)\s]+\)/g, '$1')
            .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
            .replace(/(^|[\s(])([*_])(?=\S)([^*_]+)\2(?!\w)/g, '$1<em>$3</em>'),
    )
    .join('')

/** Characters that a browser would hide or reorder are shown by code point. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, found => `⟨U+${found.codePointAt(0)?.toString(16).toUpperCase()}⟩`)
    .replace(/[&<>"']/g, found => `&#${found.charCodeAt(0)};`)
