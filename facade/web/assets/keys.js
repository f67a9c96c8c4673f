// Keyboard shortcuts for decisions, which can be turned off. Each button shows its key.
const KEPT = 'colloquy-keys'
const isOff = () => localStorage.getItem(KEPT) === 'off'
const note = document.querySelector('[data-keys]')

function tell() {
  note.hidden = false
  note.querySelector('button').textContent = isOff() ? 'Turn on keyboard shortcuts' : 'Turn off keyboard shortcuts'
  for (const key of document.querySelectorAll('[data-key] kbd')) key.hidden = isOff()
}

if (note) {
  tell()
  note.querySelector('button').addEventListener('click', () => {
    localStorage.setItem(KEPT, isOff() ? 'on' : 'off')
    tell()
  })
  document.addEventListener('keydown', event => {
    const { key, target, ctrlKey, altKey, metaKey } = event
    if (isOff() || ctrlKey || altKey || metaKey || target.closest('input, textarea, select')) return
    const found = document.querySelector(`[data-key="${CSS.escape(key)}"]`)
    if (!found) return
    event.preventDefault()
    found.click()
  })
}
