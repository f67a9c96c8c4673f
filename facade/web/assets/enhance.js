// Progressive enhancement: copying text and links, live relative times, and a notice of newer posts.
for (const command of document.querySelectorAll('pre[data-copy]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(command.querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => (button.textContent = 'Copy'), 2000)
  })
  command.append(button)
}

for (const link of document.querySelectorAll('a[data-copy-link]')) {
  link.addEventListener('click', async event => {
    // Without a secure context there is no clipboard, and the link leads to the post.
    if (event.ctrlKey || event.metaKey || event.shiftKey || !navigator.clipboard) return
    event.preventDefault()
    await navigator.clipboard.writeText(link.href)
    const label = link.querySelector('span')
    label.classList.remove('for-readers')
    label.textContent = 'Copied'
    setTimeout(() => {
      label.classList.add('for-readers')
      label.textContent = 'Copy link'
    }, 2000)
  })
}

const UNITS = [
  [31_536_000_000, 'year'],
  [2_592_000_000, 'month'],
  [604_800_000, 'week'],
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
]
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const SHORT = new Intl.RelativeTimeFormat('en', { style: 'narrow' })

// Relative times use the clock of the server, not of this machine.
const began = Date.now()
const told = Date.parse(document.documentElement.dataset.now)

function tellTimes() {
  const now = told + (Date.now() - began)
  for (const time of document.querySelectorAll('time[datetime]')) {
    const ms = Date.parse(time.dateTime) - now
    const [size, unit] = UNITS.find(([size]) => Math.abs(ms) >= size) ?? [0, 'minute']
    const format = time.classList.contains('short') ? SHORT : RELATIVE
    time.textContent = size === 0 ? 'just now' : format.format(Math.trunc(ms / size), unit)
  }
}

// Polls the page as JSON while it is visible. The list itself does not move while somebody reads it.
const news = document.querySelector('[data-news]')
const firstOf = ({ posts }) => posts?.[0]?.id

async function lookForNews() {
  if (!news || document.hidden || !news.hidden) return
  const answer = await fetch(news.dataset.news).catch(() => undefined)
  if (!answer?.ok) return
  const first = firstOf(await answer.json())
  if (first !== undefined && first !== news.dataset.first) news.hidden = false
}

if (!Number.isNaN(told)) setInterval(tellTimes, 30_000)
if (news) setInterval(lookForNews, 20_000)
document.addEventListener('visibilitychange', lookForNews)
