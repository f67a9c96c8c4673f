import type { Command } from '../../../facade/cli/cli-command.ts'
import { synopsis } from '../../../facade/cli/cli-help.ts'
import { authOf, markdownTable } from '../../../facade/documents/document-tables.ts'
import { fullPath, type Route } from '../../../facade/rest/route.ts'
import type { RoutedTool } from '../../../tools/core/define-tool.ts'

interface Parts {
  routes: readonly Route[]
  tools: readonly RoutedTool[]
  verbs: readonly Command[]
  variables: readonly string[][]
}

/** Generated tables of documentation pages, by page and marker name. */
export function pagesWithTables({ routes, tools, verbs, variables }: Parts): Record<string, Record<string, string>> {
  const offered = tools.flatMap(tool => (tool.audience === 'agent' && tool.listedOnMcp ? [tool] : []))
  return {
    'docs/configure.md': { variables: markdownTable(['variable', 'default', 'what for'], variables) },
    'docs/reference.md': {
      tools: markdownTable(
        ['tool', 'scope', 'effect', 'what for'],
        offered.map(tool => [`\`${tool.name}\``, authOf(tool), tool.effect, tool.description]),
      ),
      routes: markdownTable(
        ['method', 'path', 'tool', 'scope of a bearer token'],
        routes.map(route => [route.method, `\`${fullPath(route)}\``, `\`${route.tool.name}\``, authOf(route.tool)]),
      ),
    },
    'docs/command-line.md': {
      verbs: markdownTable(
        ['verb', 'what for'],
        verbs.map(verb => [`\`${synopsis(verb)}\``, verb.tool.description]),
      ),
    },
  }
}
