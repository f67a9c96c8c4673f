import { filledIn, form, InputRequired } from '../../facade/mcp/client/client-input.ts'
import type { McpFeature, McpResource, Prompt } from '../../facade/mcp/mcp-methods.ts'
import { embedded, image, PNG } from './suite-content.ts'
import { INPUT_TOOLS } from './suite-input-tools.ts'
import { CONTENT_TOOLS } from './suite-tools.ts'

const userMessages = (...content: object[]) => content.map(content => ({ role: 'user', content }))
const textContent = (text: string) => ({ type: 'text', text })

const prompt = (name: string, names: readonly string[], get: Prompt['get']): Prompt => ({
  name,
  title: name,
  description: 'A prompt of the conformance suite',
  arguments: Object.fromEntries(
    names.map(name => [name, { description: 'Any text', required: true, complete: () => ['test'] }]),
  ),
  tools: [],
  get,
})

const resource = (name: string, mimeType: string, content: object): McpResource => {
  const uri = `test://${name}`
  const read = async () => [{ uri, mimeType, ...content }]
  return { uri, name, title: name, description: 'A resource of the suite', mimeType, isPushed: false, read }
}

/** The path at which `serve:test` offers it, besides the normal MCP endpoint. */
export const SUITE_ADDRESS = '/mcp/x/suite'

/** The tools, resources and prompts that the official conformance suite expects of a server. */
export const SUITE_FEATURE: McpFeature = {
  tools: [...CONTENT_TOOLS, ...INPUT_TOOLS],
  prompts: [
    prompt('test_simple_prompt', [], () => userMessages(textContent('This is a simple prompt for testing.'))),
    prompt('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1, arg2 }) =>
      userMessages(textContent(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
    ),
    prompt('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri = '' }) =>
      userMessages(
        embedded(resourceUri, 'Embedded resource content for testing.'),
        textContent('Please process the resource above.'),
      ),
    ),
    prompt('test_prompt_with_image', [], () => userMessages(image, textContent('Please analyze the image above.'))),
    prompt('test_input_required_result_prompt', [], (_, { visit }) => {
      const context = filledIn(visit.input.answers.user_context)?.context
      if (typeof context === 'string') return userMessages(textContent(`Prompt with context: ${context}`))
      const contextForm = form('What context should the prompt use?', { context: { type: 'string' } }, ['context'])
      throw new InputRequired({ user_context: contextForm })
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
