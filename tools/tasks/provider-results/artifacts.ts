import { isUtf8 } from 'node:buffer'
import type { A2aArtifact, A2aPart } from '../../../push/broker/a2a.ts'
import { readBoundedJson } from '../../../push/broker/bounded-json.ts'
import { canonicalJson } from '../../core/text/canonical-numbers.ts'
import { sha256 } from '../../core/text/digest.ts'
import type { Artifact } from '../artifact-schema.ts'

/** Total size of base64 data in all artifacts of a task. */
const BASE64_BYTES = 256 * 1024

interface Delivery {
  provider_agent_id: string
  received_at: string
}

type Content = Pick<Artifact, 'kind' | 'text' | 'data' | 'media_type'> & {
  sha256: string
  source?: 'broker'
  uri?: string
}

/**
 * A provider's results, each part as text or data. Unreadable parts are reported in `warnings` of the first part of
 * their artifact, or of the first part of all if nothing of the artifact is left.
 */
export function readArtifacts(artifacts: readonly A2aArtifact[], delivery: Delivery): Artifact[] {
  const budget = { left: BASE64_BYTES }
  const delivered = artifacts.flatMap(one => deliver(one, delivery, budget))
  const lost = artifacts.filter(({ parts }) => parts.length === 0).flatMap(({ warnings }) => warnings)
  const [first, ...others] = delivered
  return first && lost.length > 0
    ? [{ ...first, warnings: [...(first.warnings ?? []), ...lost] }, ...others]
    : delivered
}

function deliver({ artifactId, name, parts, warnings }: A2aArtifact, delivery: Delivery, budget: { left: number }) {
  return parts.map((part, partIndex): Artifact => {
    const { sha256, source = 'provider', uri, ...content } = contentOf(part, budget)
    const { filename, index } = part
    return {
      artifact_id: artifactId,
      ...(name !== undefined && { name }),
      ...content,
      provenance: {
        ...delivery,
        source: uri === undefined ? source : 'provider_reference',
        part_index: index,
        ...(filename !== undefined && { filename }),
        ...(uri !== undefined && { uri }),
        sha256,
        untrusted: true as const,
      },
      ...(partIndex === 0 && warnings.length > 0 && { warnings }),
    }
  })
}

function contentOf({ text, data, url, raw, mediaType }: A2aPart, budget: { left: number }): Content {
  if (text !== undefined) return textual(text, mediaType ?? 'text/plain')
  if (url !== undefined) {
    // The URL of a file is neither fetched nor disclosed (TASK-53).
    const type = mediaType ?? 'application/octet-stream'
    return { kind: 'data', data: { uri: url }, media_type: type, uri: url, sha256: sha256(url) }
  }
  if (raw !== undefined) return rawContent(Buffer.from(raw, 'base64'), mediaType, budget)
  return structured(data, mediaType ?? 'application/json')
}

const textual = (text: string, media_type: string): Content => ({
  kind: 'text',
  text,
  media_type,
  sha256: sha256(text),
})

const structured = (data: unknown, media_type: string): Content => ({
  kind: 'data',
  data,
  media_type,
  sha256: sha256(canonicalJson(data)),
})

function rawContent(bytes: Buffer, media_type = 'application/octet-stream', budget: { left: number }): Content {
  const type = media_type.split(';')[0]!.trim().toLowerCase()
  if (type.startsWith('text/') && isUtf8(bytes) && !bytes.includes(0)) return textual(bytes.toString(), media_type)
  if (type === 'application/json') {
    const read = readBoundedJson(bytes)
    if ('value' in read) return structured(read.value, media_type)
  }
  const digest = sha256(bytes)
  if (bytes.length > budget.left) {
    return { kind: 'data', data: { omitted: true, bytes: bytes.length }, media_type, sha256: digest, source: 'broker' }
  }
  budget.left -= bytes.length
  return { kind: 'data', data: { base64: bytes.toString('base64') }, media_type, sha256: digest }
}
