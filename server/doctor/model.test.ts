import test from 'ava'
import { completion, openChatEndpoint } from '../../testing/fakes/chat-endpoint.ts'
import { readConfig } from '../config/config.ts'
import { lookAtModel } from './service-checks.ts'

test('the model that rewrites tasks is asked for a word, where one is set', async t => {
  const endpoint = await openChatEndpoint()
  t.teardown(endpoint.close)
  const settings = {
    CHALLENGES_MODEL_URL: endpoint.url,
    CHALLENGES_MODEL_NAME: 'a-model',
    CHALLENGES_MODEL_KEY: 'secret',
  }
  const found = () => lookAtModel(readConfig(settings))
  endpoint.reply = () => ({ body: completion('ready') })
  t.like(await found(), { state: 'ok' })
  t.is(endpoint.requests[0]!.key, 'Bearer secret')
  endpoint.reply = () => ({ status: 401, body: '{"error":"secret"}' })
  const { state, reported } = await found()
  t.deepEqual(
    [state, reported],
    [
      'change',
      'the model that rewrites challenge tasks returns status 401: correct CHALLENGES_MODEL_URL, _KEY or _NAME',
    ],
  )
})

test('without a model nothing is asked, and half a configuration is told', async t => {
  t.like(await lookAtModel(readConfig({})), { state: 'unknown' })
  for (const [settings, told] of [
    [{ CHALLENGES_MODEL_URL: 'http://127.0.0.1:1' }, /CHALLENGES_MODEL_NAME: is required/],
    [{ CHALLENGES_MODEL_KEY: 'secret' }, /CHALLENGES_MODEL_URL: is required/],
  ] as const) {
    const found = await lookAtModel(readConfig(settings))
    t.is(found.state, 'change')
    t.regex(found.reported, told)
  }
  for (const CHALLENGES_MODEL_URL of [
    'https://me:secret@model.example',
    'ftp://model.example',
    'https://model.example?key=secret',
  ]) {
    t.throws(() => readConfig({ CHALLENGES_MODEL_URL }), { message: /^CHALLENGES_MODEL_URL: must be an http\(s\) URL/ })
  }
})
