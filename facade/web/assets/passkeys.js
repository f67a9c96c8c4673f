// Runs the WebAuthn ceremony of a form and submits the result.
const form = document.querySelector('form[data-passkey]')
const fault = document.querySelector('[data-passkey-fault]')

async function answer({ passkey: kind, options }) {
  const publicKey = JSON.parse(options)
  const { parseCreationOptionsFromJSON, parseRequestOptionsFromJSON } = PublicKeyCredential
  const made =
    kind === 'create'
      ? await navigator.credentials.create({
          publicKey: parseCreationOptionsFromJSON.call(PublicKeyCredential, publicKey),
        })
      : await navigator.credentials.get({ publicKey: parseRequestOptionsFromJSON.call(PublicKeyCredential, publicKey) })
  form.elements.namedItem('answer').value = JSON.stringify(made.toJSON())
  form.submit()
}

form.addEventListener('submit', async event => {
  event.preventDefault()
  try {
    await answer(form.dataset)
  } catch {
    fault.hidden = false
  }
})
