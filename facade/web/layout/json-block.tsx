/** Indented JSON. Text that is not valid JSON, such as an excerpt, is shown as is. */
export function JsonBlock({ text }: { text: string }) {
  return (
    <pre class="data">
      <code>{indented(text)}</code>
    </pre>
  )
}

/** Beyond this depth, indentation would dominate. */
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
