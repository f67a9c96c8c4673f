/** The text of a result without the marker around text by others (MCP-194). */
export function withoutMarkers(text: string): string {
  const [, marker] = /<\/([0-9a-f]{4,})>/.exec(text) ?? []
  return marker === undefined ? text : text.replaceAll(`<${marker}>`, '').replaceAll(`</${marker}>`, '')
}
