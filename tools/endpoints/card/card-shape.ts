/** An A2A 1.0 message as JSON: the defaults of its members, and which are required. */
export interface CardShape {
  readonly [name: string]: Field
}

interface Field {
  /** The protobuf default; absent for members with presence. */
  readonly default?: '' | false | readonly []
  /** Distinguishes a map's type from a list's. */
  readonly isMap?: true
  readonly isRequired?: true
  readonly of?: CardShape
}

const TEXT: Field = { default: '' }
const FLAG: Field = { default: false }
const TEXTS: Field = { default: [] }
const TEXT_MAP: Field = { isMap: true }
/** A member with explicit presence, whatever its value. */
const SAID: Field = {}
const one = (of: CardShape): Field => ({ of })
const list = (of: CardShape): Field => ({ of, default: [] })
const map = (of: CardShape): Field => ({ of, isMap: true })
const must = (field: Field): Field => ({ ...field, isRequired: true })

const DESCRIBED: CardShape = { description: TEXT }
const SCOPED: CardShape = { refreshUrl: TEXT, scopes: must(TEXT_MAP) }
const DEPRECATED_FLOW: CardShape = { refreshUrl: TEXT, scopes: TEXT_MAP }
const REQUIREMENTS = list({ schemes: map({ list: TEXTS }) })

const FLOWS: CardShape = {
  authorizationCode: one({ ...SCOPED, authorizationUrl: must(TEXT), tokenUrl: must(TEXT), pkceRequired: FLAG }),
  clientCredentials: one({ ...SCOPED, tokenUrl: must(TEXT) }),
  implicit: one({ ...DEPRECATED_FLOW, authorizationUrl: TEXT }),
  password: one({ ...DEPRECATED_FLOW, tokenUrl: TEXT }),
  deviceCode: one({ ...SCOPED, deviceAuthorizationUrl: must(TEXT), tokenUrl: must(TEXT) }),
}

const SCHEME: CardShape = {
  apiKeySecurityScheme: one({ ...DESCRIBED, location: must(TEXT), name: must(TEXT) }),
  httpAuthSecurityScheme: one({ ...DESCRIBED, scheme: must(TEXT), bearerFormat: TEXT }),
  oauth2SecurityScheme: one({ ...DESCRIBED, flows: must(one(FLOWS)), oauth2MetadataUrl: TEXT }),
  openIdConnectSecurityScheme: one({ ...DESCRIBED, openIdConnectUrl: must(TEXT) }),
  mtlsSecurityScheme: one(DESCRIBED),
}

/** A card without its signatures. */
export const CARD: CardShape = {
  name: must(TEXT),
  description: must(TEXT),
  supportedInterfaces: must(
    list({ url: must(TEXT), protocolBinding: must(TEXT), tenant: TEXT, protocolVersion: must(TEXT) }),
  ),
  provider: one({ url: must(TEXT), organization: must(TEXT) }),
  version: must(TEXT),
  documentationUrl: SAID,
  capabilities: must(
    one({
      streaming: SAID,
      pushNotifications: SAID,
      extendedAgentCard: SAID,
      extensions: list({ uri: TEXT, description: TEXT, required: FLAG, params: SAID }),
    }),
  ),
  securitySchemes: map(SCHEME),
  securityRequirements: REQUIREMENTS,
  defaultInputModes: must(TEXTS),
  defaultOutputModes: must(TEXTS),
  skills: must(
    list({
      id: must(TEXT),
      name: must(TEXT),
      description: must(TEXT),
      tags: must(TEXTS),
      examples: TEXTS,
      inputModes: TEXTS,
      outputModes: TEXTS,
      securityRequirements: REQUIREMENTS,
    }),
  ),
  iconUrl: SAID,
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The members known to A2A, as its SDKs would serialize them: required ones with their default if absent, all others
 * without what `isLeftOut` selects. Values of a wrong type stay unchanged.
 */
export function projectCard(value: unknown, shape: CardShape, isLeftOut = isDefault): unknown {
  if (!isObject(value)) return value
  const projected = Object.entries(shape).flatMap(([name, field]): [string, unknown][] => {
    const given = Object.hasOwn(value, name) ? value[name] : undefined
    const isAbsent = given === undefined || given === null
    if (isAbsent && !field.isRequired) return []
    const inner = isAbsent ? defaultOf(field) : projectField(given, field, isLeftOut)
    return inner === undefined || (!field.isRequired && isLeftOut(inner, field)) ? [] : [[name, inner]]
  })
  return Object.fromEntries(projected)
}

const defaultOf = ({ default: defaultValue, isMap }: Field) => (isMap ? {} : defaultValue)

function projectField(
  given: unknown,
  { of, isMap, default: defaultValue }: Field,
  isLeftOut: typeof isDefault,
): unknown {
  if (!of) return given
  if (isMap && isObject(given)) {
    return Object.fromEntries(Object.entries(given).map(([key, inner]) => [key, projectCard(inner, of, isLeftOut)]))
  }
  if (Array.isArray(defaultValue) && Array.isArray(given)) return given.map(inner => projectCard(inner, of, isLeftOut))
  return projectCard(given, of, isLeftOut)
}

export function isDefault(value: unknown, { default: defaultValue, isMap }: Field): boolean {
  if (isMap) return isObject(value) && Object.keys(value).length === 0
  return Array.isArray(defaultValue)
    ? Array.isArray(value) && value.length === 0
    : defaultValue !== undefined && value === defaultValue
}

export const isDefaultButFalse: typeof isDefault = (value, field) => value !== false && isDefault(value, field)

/** Without empty values at any depth, including those that become empty by it. */
export function dropEmpty(value: unknown, isEmpty: (value: unknown) => boolean): unknown {
  if (isEmpty(value)) return undefined
  if (Array.isArray(value)) {
    const full = value.map(inner => dropEmpty(inner, isEmpty)).filter(inner => inner !== undefined)
    return full.length > 0 ? full : undefined
  }
  if (!isObject(value)) return value
  const full = Object.entries(value).flatMap(([name, inner]) => {
    const rest = dropEmpty(inner, isEmpty)
    return rest === undefined ? [] : [[name, rest] as const]
  })
  return full.length > 0 ? Object.fromEntries(full) : undefined
}

/** Without members that have a protobuf default; members that become empty by it stay. */
export function dropDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropDefaults)
  if (!isObject(value)) return value
  const rest = Object.entries(value).filter(([, inner]) => !isProtobufDefault(inner))
  return Object.fromEntries(rest.map(([name, inner]) => [name, dropDefaults(inner)]))
}

const isProtobufDefault = (value: unknown): boolean =>
  value === '' ||
  value === null ||
  value === false ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0)
