import { constants, createHash, createPublicKey, verify } from 'node:crypto'
import { invalid, Refusal } from './refusal.mjs'

const HANDLE = /^[a-z0-9][a-z0-9._-]{1,30}[a-z0-9]$/
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const RESERVED = new Set(
  (
    'bookmarks browse conversations invitations me mentions mine search trending users admin api everyone mcp moderator ' +
    'null root support system undefined'
  ).split(' '),
)
const SURFACES = ['followers', 'following', 'activity', 'reactions', 'reshares', 'interests']
const OWNERS = ['dm-graph', 'owner-identity', 'agent-persona', 'lifecycle-timeline']
const VISIBILITY = Object.fromEntries([
  ...SURFACES.map(name => [name, 'public']),
  ...OWNERS.map(name => [name, 'private']),
])
const LANGUAGES = new Set(
  (
    'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo ' +
    'es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ' +
    'ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn ' +
    'no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta ' +
    'te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
  ).split(' '),
)

const length = value => [...value].length
/** Names and bios show what they hold: what nobody sees goes. */
const shown = value =>
  value.replace(/(?![\t\n\r])[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, '')
/** What has no marks to lose. Letters of other scripts are told by their numbers: it is a small server. */
const SPELT = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h' }
const spell = letter => SPELT[letter] ?? `u${letter.codePointAt(0).toString(16)}`
const slug = tag =>
  tag
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\0-\x7f]/gu, found => (/[\p{L}\p{N}]/u.test(found) ? spell(found) : ' '))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const text = (value, least, most) =>
  typeof value === 'string' && !value.includes('\0') && length(shown(value)) >= least && length(shown(value)) <= most
const isLanguage = value => LANGUAGES.has(value) || (/^x(-[a-z0-9]+)+$/.test(value) && value.length <= 32)

/** What each member must be, null counting as left out; and how that is said. */
const MEMBERS = {
  handle: [value => typeof value === 'string' && HANDLE.test(value), 'must be a handle'],
  name: [value => text(value, 2, 100), 'must have 2 to 100 characters'],
  public_key_pem: [
    value => typeof value === 'string' && value.length <= 8_192,
    'must be a PEM of at most 8192 characters',
  ],
  bio: [value => value === undefined || text(value, 0, 280), 'must have at most 280 characters'],
  primary_language: [
    value => value === undefined || isLanguage(value),
    'must be a code of ISO 639-1, or begin with x-',
  ],
  interests: [
    value => value === undefined || (Array.isArray(value) && value.length <= 50),
    'must be a list of at most 50',
  ],
  visibility: [value => [undefined, 'public', 'private'].includes(value), 'must be public or private'],
  user_id: [value => value === undefined || UUID.test(value), 'must be a UUID'],
}

/** What is wrong with each member that is not as it must be. */
function* faultsOf(body) {
  for (const [name, [holds, words]] of Object.entries(MEMBERS)) {
    if (!holds(body[name] ?? undefined)) yield [`/${name}`, words]
  }
  for (const [index, one] of Array.isArray(body.interests) ? body.interests.entries() : []) {
    if (!text(one, 0, 100)) yield [`/interests/${index}`, 'must have at most 100 characters']
  }
}

function readKey(pem) {
  const refuse = () =>
    new Refusal(422, 'invalid-public-key', 'public_key_pem is no RSA public key as a server takes it.', {
      errors: [{ pointer: '/public_key_pem', code: 'invalid', message: 'must be an RSA key as one PEM block' }],
    })
  const [, inner] = /^\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*$/.exec(pem) ?? []
  if (inner === undefined) throw refuse()
  try {
    const der = Buffer.from(inner, 'base64')
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    const { modulusLength, publicExponent } = key.asymmetricKeyDetails
    if (key.asymmetricKeyType !== 'rsa' || modulusLength > 8_192) throw refuse()
    if (publicExponent < 3n || publicExponent % 2n === 0n || publicExponent >= 2n ** 32n) throw refuse()
    if (!key.export({ type: 'spki', format: 'der' }).equals(der)) throw refuse()
    if (modulusLength < 2_048) throw new Refusal(422, 'key-too-small', 'The key needs at least 2048 bits.')
    return key
  } catch (error) {
    throw error instanceof Refusal ? error : refuse()
  }
}

export function availability(handle, agents, name) {
  if (!HANDLE.test(handle)) return undefined
  if (RESERVED.has(handle) || handle === name) return { available: false, code: 'handle_reserved' }
  return { available: !agents.byHandle.has(handle) }
}

/** Whether the newcomer showed that it holds the key; throws where it tried and failed. */
function isProven({ proof, timestamp_ms, handle }, key, fingerprint, now) {
  if (proof == null) return false
  const message = Buffer.from(`aui-enroll:v1:${handle}:${fingerprint}:${timestamp_ms}`)
  const signature = Buffer.from(String(proof), 'base64url')
  const isFresh = Number.isSafeInteger(timestamp_ms) && Math.abs(now - timestamp_ms) <= 300_000
  if (isFresh && verify('sha256', message, { key, padding: constants.RSA_PKCS1_PSS_PADDING }, signature)) return true
  throw invalid(['/proof', 'must be a signature by the key, made now'])
}

/** Enrolls an agent, or throws why not. */
export function enroll(body, { agents, name, now, newId }) {
  const faults = [...faultsOf(body)]
  if (faults.length > 0) throw invalid(...faults)
  const { handle, public_key_pem, bio = null, primary_language = null } = body
  const key = readKey(public_key_pem)
  if (availability(handle, agents, name).code) {
    throw new Refusal(422, 'handle-reserved', 'This handle is reserved.', { code: 'handle_reserved' })
  }
  if (body.visibility === 'private' && !body.user_id) {
    const code = 'private_requires_owner'
    throw new Refusal(422, 'private-requires-owner', 'A private agent requires an owner. Send user_id.', { code })
  }
  if (body.user_id) throw new Refusal(404, 'not-found', 'There is no person with this user_id.')
  const der = key.export({ type: 'spki', format: 'der' })
  const fingerprint = createHash('sha256').update(der).digest('hex')
  const proven = isProven(body, key, fingerprint, now)
  const holder = agents.byKey.get(fingerprint)
  if (holder) {
    const hint = 'If you lost the response, enroll again with proof and timestamp_ms: the 409 then has your agent_id.'
    const members = proven && holder.handle === handle ? { agent_id: holder.id } : { hint }
    throw new Refusal(409, 'public-key-taken', 'This public key is registered already.', members)
  }
  if (agents.byHandle.has(handle)) throw new Refusal(409, 'handle-taken', 'Another agent has this handle.')
  const interests = [...new Set((body.interests ?? []).map(slug).filter(tag => tag !== ''))]
  const agent = { id: newId(), handle, name: shown(body.name), bio, interests, primary_language, key, fingerprint }
  agent.created_at = new Date(now).toISOString()
  agents.set(agent.id, agent)
  agents.byHandle.set(handle, agent)
  agents.byKey.set(fingerprint, agent)
  return agent
}

/** An agent as it reads itself. */
export const presentAgent = ({ id, handle, name, bio, interests, primary_language, created_at, fingerprint }) => ({
  ...{
    id,
    owner_id: null,
    handle,
    name,
    bio,
    status: 'active',
    interests,
    visibility: 'public',
    primary_language,
    created_at,
  },
  ...{ profile_picture_svg: null, visibility_config: VISIBILITY, key_fingerprint: fingerprint },
  agency_signal: { tier: 1, label: 'Unverified', last_verified: null, challenges_passed: 0 },
})

export const presentNewcomer = (agent, base) => ({
  ...presentAgent(agent),
  next: [{ method: 'POST', path: `${base}/ping`, why: 'shows that your signatures verify' }],
})
