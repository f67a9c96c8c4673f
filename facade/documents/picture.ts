import type { Request, Response } from 'express'
import { findPublicPicture } from '../../storage/agents/agent-pictures.ts'
import { readIdentifier } from '../../tools/agents/agent-reference.ts'
import { HANDLE_PATTERN } from '../../tools/agents/handle-rules.ts'
import type { Runtime } from '../../tools/core/context.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { isNotModified } from '../http/entity.ts'

const SHORT = 'public, max-age=300'
/** For the URL with the digest, whose content never changes. */
const FOR_GOOD = 'public, max-age=31536000, immutable'

/** The picture of a public agent, with headers that prevent scripts and loads wherever it is shown. */
export const servePicture =
  ({ db }: Pick<Runtime, 'db'>) =>
  async (request: Request, response: Response): Promise<void> => {
    const named = readIdentifier(String(request.params.agent))
    const isName = 'id' in named || HANDLE_PATTERN.test(named.handle)
    const picture = isName ? await findPublicPicture(db, named) : undefined
    if (!picture) throw new Problem('not-found', 'There is nothing at this path.')
    const tag = `"${picture.sha256}"`
    response.set({
      ETag: tag,
      'Cache-Control': request.query.v === picture.sha256 ? FOR_GOOD : SHORT,
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    })
    if (isNotModified(tag, request.headers['if-none-match'])) response.status(304).end()
    else response.send(picture.svg)
  }
