// What a page has more of where scripts run: a button that copies a command, times that stay true.
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
  command.after(button)
}
