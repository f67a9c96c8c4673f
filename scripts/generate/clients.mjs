// The generated calls and types of the client packages, which git ignores.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { clientModel } from './client-model.mjs'
import { pythonClient } from './client-python.mjs'
import { typescriptClient } from './client-typescript.mjs'

/** Writes the files that differ from the routes, and returns their paths. */
export async function writeClients(root) {
  const model = await clientModel(root)
  const changed = [...typescriptClient(model), ...pythonClient(model)].filter(([file, text]) => {
    const place = path.join(root, file)
    if (existsSync(place) && readFileSync(place, 'utf8') === text) return false
    writeFileSync(place, text)
    return true
  })
  return changed.map(([file]) => file)
}
