import { deepEqual, equal, ok } from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as shapes from '../../schemas/endpoints.ts'
import { type Bound, bind, openService, put, refusal } from '../../steps/bound-services.ts'
import { canonical, type Json, signatureUri, signCard } from '../../stubs/provider.ts'
import { type Answer, needsReceivers } from '../../stubs/receiver.ts'
import type { World } from '../../world.ts'

export const endpointsCards = defineScenario('cards of providers', async context => {
  await checkForms(context)
  await checkLegacy(context)
  await checkCards(context)
  await checkHosts(context)
})

/** The members that SDKs for both versions add to those of 1.0. */
const legacyMembers = ({ supportedInterfaces }: Json) => {
  const [{ url } = {}] = supportedInterfaces as Json[]
  return { url, protocolVersion: '0.3.0', preferredTransport: 'JSONRPC', additionalInterfaces: [{ url, transport: 'JSONRPC' }] }
}

/** With another extension, which is not required. */
const declaring = ({ capabilities, ...card }: Json, required: boolean): Json => {
  const { extensions } = capabilities as { extensions: Json[] }
  return { ...card, capabilities: { extensions: [...extensions, { uri: 'urn:example:other', required }] } }
}

/** The forms of one card by different signers, with the signed payload of each. */
const forms = (card: Json): Record<string, { served: Json; payload: Json | string }> => {
  const { capabilities, description: _, ...bare } = card
  const schemes = { key: { apiKeySecurityScheme: { location: 'header', name: 'x-key' } } }
  const full = { ...card, description: '', documentationUrl: '', securityRequirements: [] }
  const { documentationUrl, securityRequirements, ...specified } = full
  const letters = { ...card, name: 'Wève' }
  const escaped = (payload: Json) => canonical(payload).replace('è', '\\u00e8')
  const [own, emptied] = [{ 'x-own': { on: false } }, { 'x-own': { on: false, note: '' }, documentationUrl: '' }]
  const [still, legacy] = [{ ...card, capabilities: { ...(capabilities as Json), streaming: false } }, legacyMembers(card)]
  return {
    'sdk-without-false': { served: { ...still, ...emptied }, payload: card },
    'sdk-with-false': { served: { ...declaring(card, false), documentationUrl: '' }, payload: declaring(card, false) },
    'raw-ascii': { served: { ...letters, ...own, documentationUrl: '' }, payload: escaped({ ...letters, ...own, documentationUrl: '' }) },
    'raw-without-legacy': { served: { ...card, 'x-own': 1, ...legacy }, payload: { ...card, 'x-own': 1 } },
    compact: { served: { ...card, ...emptied }, payload: { ...card, ...own } },
    'compact-ascii': { served: { ...letters, ...emptied }, payload: escaped({ ...letters, ...own }) },
    'compact-without-false': { served: { ...still, ...emptied, ...legacy }, payload: { ...card, ...legacy } },
    'without-defaults': { served: { ...card, ...own }, payload: { ...card, 'x-own': {} } },
    specification: { served: full, payload: { ...specified, documentationUrl } },
    sdk: { served: full, payload: { ...bare, capabilities } },
    raw: { served: { ...full, 'x-own': securityRequirements }, payload: { ...full, 'x-own': securityRequirements } },
    'sdk-ascii': { served: letters, payload: escaped(letters) },
    'sdk-instance': { served: { ...card, securitySchemes: schemes }, payload: card },
  }
}

async function checkLegacy({ check, world }: ScenarioContext): Promise<void> {
  await check('a card of 1.0 may have members of 0.3, null values and a byte order mark', ['ENDP-16', 'ENDP-34', 'ENDP-35'], async () => {
    const bound = await openService(world)
    const { owner, provider } = bound
    const both = { ...provider.card, ...legacyMembers(provider.card), securityRequirements: null }
    const body = `\ufeff${JSON.stringify(signCard(both, owner.privateKey))}`
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const card = await needsReceivers(world).open(() => ({ status: 200, headers, body }))
    const { control } = requireStatus(await put(world, bound, { card_url: card.url }), 200).as(shapes.endpoint)
    equal(control.interface_url, provider.calls.url)
    equal(card.deliveries[0]?.headers['a2a-version'], '1.0')
  })
}

async function checkForms({ check, world }: ScenarioContext): Promise<void> {
  await check('a card verifies in each form that signers produce', ['ENDP-13'], async () => {
    const bound = await openService(world)
    const { provider, owner } = bound
    for (const [form, { served, payload }] of Object.entries(forms(provider.card))) {
      const text = typeof payload === 'string' ? payload : canonical(payload)
      provider.serve(signCard(served, owner.privateKey, text))
      const { authorization, control } = await bind(world, bound)
      equal(authorization.canonical_form, form)
      equal(control.card_sha256, createHash('sha256').update(text).digest('hex'), form)
    }
  })
  await check('unsigned members are not used', ['ENDP-14'], async () => {
    const bound = await openService(world)
    const { provider, owner } = bound
    const signed = signCard(provider.card, owner.privateKey)
    provider.serve({ ...signed, 'x-tenant': 'another' })
    const { control } = await bind(world, bound)
    equal(control.card_sha256, createHash('sha256').update(canonical(provider.card)).digest('hex'))
  })
  await check('a card without a signature and one signed by another key are distinguished', ['ENDP-12', 'ENDP-15'], async () => {
    const bound = await openService(world)
    const { provider, owner } = bound
    const stranger = await world.keys()
    provider.serve(provider.card)
    const unsigned = await refusal(world, bound, 'card-unsigned')
    deepEqual([unsigned.first, unsigned.attempt.authorization.authorized], ['card_signature CARD_UNSIGNED', false])
    provider.serve(provider.card, stranger.privateKey)
    equal((await refusal(world, bound, 'card-jws-invalid')).first, 'card_signature CARD_JWS_INVALID')
    const signatures = (key: Identity['privateKey']) => signCard(provider.card, key).signatures as unknown[]
    const others = Array.from({ length: 7 }, () => signatures(stranger.privateKey)).flat()
    provider.serve({ ...provider.card, signatures: [...others, ...signatures(owner.privateKey)] })
    await bind(world, bound)
    equal(provider.calls.deliveries.length, 8)
  })
}

const jwkOf = (key: Identity['publicKey']) => ({ ...key.export({ format: 'jwk' }), use: 'enc' })

/** Cards with valid signatures that cannot be used, by the check that fails. */
const uselessCards = (world: World, { owner, provider }: Bound): [string, Json][] => {
  const { card } = provider
  const [one] = card.supportedInterfaces as Json[]
  const [weave] = card.skills as Json[]
  const required = { uri: signatureUri(world), required: true }
  const encryption = {
    uri: `${world.publicUrl}/a2a/ext/payload-encryption/v1`,
    params: { jwk: jwkOf(owner.publicKey) },
  }
  const secured = { securityRequirements: [{ schemes: { key: { list: [] } } }] }
  const declaring = (...extensions: Json[]) => ({ ...card, capabilities: { extensions } })
  return [
    ['interface INTERFACE_MISSING', { ...card, supportedInterfaces: [{ ...one, protocolVersion: '0.3' }] }],
    ['interface INTERFACE_MISSING', { ...card, supportedInterfaces: [{ ...one, protocolBinding: 'GRPC' }] }],
    ['interface SECURITY_REQUIRED', { ...card, ...secured }],
    ['skill SKILL_MISSING', { ...card, skills: [{ ...weave, id: 'Weave' }] }],
    ['skill SECURITY_REQUIRED', { ...card, skills: [{ ...weave, ...secured }] }],
    ['broker_extension BROKER_EXTENSION_MISSING', declaring({ ...required, required: false })],
    ['broker_extension BROKER_EXTENSION_PARAMS', declaring({ ...required, params: { provider_agent_id: randomUUID() } })],
    ['broker_extension ENCRYPTION_KEY_INVALID', declaring(required, encryption)],
    ['card_fetch CARD_VERSION_UNSUPPORTED', { ...card, ...legacyMembers(card), supportedInterfaces: undefined }],
    ['card_fetch CARD_MALFORMED', { ...card, skills: undefined }],
  ]
}

async function checkCards({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a card without usable endpoint data is refused, and no call is sent',
    ['ENDP-16', 'ENDP-17', 'ENDP-18', 'ENDP-19', 'ENDP-24', 'ENDP-26'],
    async () => {
      const bound = await openService(world)
      for (const [first, card] of uselessCards(world, bound)) {
        bound.provider.serve(card, bound.owner.privateKey)
        const found = await refusal(world, bound)
        equal(found.first, first)
        ok(found.failed.some(({ code }) => code === 'NOT_MADE'))
      }
      equal(bound.provider.calls.deliveries.length, 0)
    },
  )
}

async function checkHosts({ check, world }: ScenarioContext): Promise<void> {
  await check('hosts that do not exist share a detail, and each forbidden URL has its own', ['ENDP-27', 'ENDP-28'], async () => {
    const bound = await openService(world)
    const detailOf = async (card_url: string) => {
      const found = await refusal(world, bound, 'endpoint-verification-failed', { card_url })
      equal(found.first, 'card_fetch PROVIDER_ADDRESS_FORBIDDEN', card_url)
      return found.detail
    }
    const missing = await detailOf('https://no-such-name.example.com/')
    equal(await detailOf('https://no-such-name-either.example.com/'), missing)
    const details = new Set([missing])
    for (const url of ['https://127.0.0.1/', 'http://example.com/', 'https://example.com:22/']) details.add(await detailOf(url))
    equal(details.size, 4)
  })
  await check('a response that is too large or of another type is reported by kind', ['ENDP-29'], async () => {
    const bound = await openService(world)
    const receivers = needsReceivers(world)
    const headers = { 'content-type': 'application/json' }
    const cases: [string, Awaited<ReturnType<Answer>>][] = [
      ['PROVIDER_PROTOCOL_ERROR', { status: 302, headers: { location: 'https://127.0.0.1/' } }],
      ['PROVIDER_PROTOCOL_ERROR', { status: 200, headers: { 'content-type': 'text/html' }, body: '{}' }],
      ['PROVIDER_RESPONSE_TOO_LARGE', { status: 200, headers, body: ' '.repeat(300_000) }],
      ['PROVIDER_UNREACHABLE', 'reset'],
    ]
    for (const [code, answer] of cases) {
      const { url: card_url } = await receivers.open(() => answer)
      const found = await refusal(world, bound, 'endpoint-verification-failed', { card_url })
      equal(found.first, `card_fetch ${code}`)
    }
  })
}
