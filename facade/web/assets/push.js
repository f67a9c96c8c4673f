// Turns push notifications on in this browser, and marks its entry in the list.
const section = document.querySelector('[data-push-key]')
const state = section.querySelector('[data-push-state]')
const button = section.querySelector('[data-push-on]')
const fault = section.querySelector('[data-push-fault]')
const { pushKey: applicationServerKey, pushWorker } = section.dataset

const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
const register = () => navigator.serviceWorker.register(pushWorker)

const entryOf = endpoint =>
  [...section.querySelectorAll('[data-push-endpoint]')].find(entry => entry.dataset.pushEndpoint === endpoint)

function say(text, isOffered) {
  state.textContent = text
  button.hidden = !isOffered
}

async function show() {
  if (!isSupported) return
  if (Notification.permission === 'denied')
    return say('Notifications of this site are blocked in the settings of this browser.', false)
  const registration = await navigator.serviceWorker.getRegistration(pushWorker)
  const subscription = await registration?.pushManager.getSubscription()
  const entry = subscription && entryOf(subscription.endpoint)
  if (!entry) return say('Off in this browser.', true)
  say('On in this browser.', false)
  entry.querySelector('[data-push-here]').hidden = false
  entry.querySelector('form').addEventListener('submit', () => void subscription.unsubscribe())
}

async function subscribe(form) {
  await register()
  const { pushManager } = await navigator.serviceWorker.ready
  // One that was made with another key of the server, or for somebody else.
  await (await pushManager.getSubscription())?.unsubscribe()
  const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON()
  for (const [name, value] of Object.entries({ endpoint, ...keys })) form.elements.namedItem(name).value = value
  form.submit()
}

button.form.addEventListener('submit', async event => {
  event.preventDefault()
  fault.hidden = true
  try {
    await subscribe(button.form)
  } catch {
    fault.hidden = false
  }
})

void show()
