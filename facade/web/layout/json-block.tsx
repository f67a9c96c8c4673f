/** JSON as it reads well; as it was written where it is none, such as a part of one. */
export function JsonBlock({ text }: { text: string }) {
  return (
    <pre class="data">
      <code>{indented(text)}</code>
    </pre>
  )
}

/** Deeper, indents would be most of it. */
const NESTED = 20

function indented(text: string): string {
  try {
    return isDeep(text) ? text : JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

function isDeep(text: string): boolean {
  let depth = 0
  for (const character of text) {
    if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    if (depth > NESTED) return true
  }
  return false
}
