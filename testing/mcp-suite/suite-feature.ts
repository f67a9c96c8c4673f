import { filledIn, form, InputRequired } from '../../facade/mcp/client/client-input.ts'
import type { McpFeature, McpResource, Prompt } from '../../facade/mcp/mcp-methods.ts'
import { embedded, image, PNG } from './suite-content.ts'
import { INPUT_TOOLS } from './suite-input-tools.ts'
import { CONTENT_TOOLS } from './suite-tools.ts'

const said = (...content: object[]) => content.map(one => ({ role: 'user', content: one }))
const words = (text: string) => ({ type: 'text', text })

const prompt = (name: string, names: readonly string[], get: Prompt['get']): Prompt => ({
  name,
  title: name,
  description: 'A prompt of the conformance suite',
  arguments: Object.fromEntries(
    names.map(one => [one, { description: 'Any text', required: true, complete: () => ['test'] }]),
  ),
  tools: [],
  get,
})

const resource = (name: string, mimeType: string, content: object): McpResource => {
  const uri = `test://${name}`
  const read = async () => [{ uri, mimeType, ...content }]
  return { uri, name, title: name, description: 'A resource of the suite', mimeType, isPushed: false, read }
}

/** Where `serve:test` offers it, in addition to all tools. */
export const SUITE_ADDRESS = '/mcp/x/suite'

/** What the official conformance suite requires of a server, so that it tests the MCP layer. */
export const SUITE_FEATURE: McpFeature = {
  tools: [...CONTENT_TOOLS, ...INPUT_TOOLS],
  prompts: [
    prompt('test_simple_prompt', [], () => said(words('This is a simple prompt for testing.'))),
    prompt('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1, arg2 }) =>
      said(words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
    ),
    prompt('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri = '' }) =>
      said(
        embedded(resourceUri, 'Embedded resource content for testing.'),
        words('Please process the resource above.'),
      ),
    ),
    prompt('test_prompt_with_image', [], () => said(image, words('Please analyze the image above.'))),
    prompt('test_input_required_result_prompt', [], (_, { visit }) => {
      const context = filledIn(visit.input.answers.user_context)?.context
      if (typeof context === 'string') return said(words(`Prompt with context: ${context}`))
      const asked = form('What context should the prompt use?', { context: { type: 'string' } }, ['context'])
      throw new InputRequired({ user_context: asked })
    }),
  ],
  resources: [
    resource('static-text', 'text/plain', { text: 'This is the content of the static text resource.' }),
    resource('static-binary', 'image/png', { blob: PNG }),
    resource('watched-resource', 'text/plain', { text: 'Watched resource content' }),
  ],
  templates: [
    {
      uriTemplate: 'test://template/{id}/data',
      name: 'template',
      title: 'Template',
      description: 'A template of the suite',
      mimeType: 'application/json',
      variables: { id: {} },
      read: async (uri, { id }) => {
        const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
        return [{ uri, mimeType: 'application/json', text }]
      },
    },
  ],
}
