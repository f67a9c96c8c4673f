import { Document, isScalar, visit } from 'yaml'
import type { JsonSchema } from '../../tools/core/tool-json-schema.ts'

const LINE = 120

/** Writes a document as YAML: short values on one line, and lists of words always. */
export function writeYaml(document: JsonSchema): string {
  const written = new Document(document, { aliasDuplicateObjects: false })
  visit(written, {
    Collection(_, node) {
      const isList = 'items' in node && node.items.every(item => isScalar(item))
      const text = JSON.stringify(node)
      if ((text.length > LINE && !isList) || text.includes('\\n')) return undefined
      node.flow = true
      return visit.SKIP
    },
  })
  // Indentation by two would be a third of the size.
  return written.toString({ indent: 1, lineWidth: 0, flowCollectionPadding: false })
}
