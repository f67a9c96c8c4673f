import type { ProtocolTool } from '../../facade/mcp/mcp-methods.ts'
import { progressNotifier } from '../../facade/mcp/streams/response-stream.ts'
import { audio, embedded, image } from './suite-content.ts'
import { suiteTool, text } from './suite-tool.ts'

/** Keywords of JSON Schema 2020-12 that `tools/list` must not drop. */
const EVERY_KEYWORD = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

/** Tools that return each kind of content, and notifications that precede a result. */
export const CONTENT_TOOLS: readonly ProtocolTool[] = [
  suiteTool('test_simple_text', 'Returns text', () => text('This is a simple text response for testing.')),
  suiteTool('test_image_content', 'Returns an image', () => ({ content: [image] })),
  suiteTool('test_audio_content', 'Returns audio', () => ({ content: [audio] })),
  suiteTool('test_embedded_resource', 'Returns an embedded resource', () => ({
    content: [embedded('test://embedded-resource', 'This is an embedded resource content.')],
  })),
  suiteTool('test_multiple_content_types', 'Returns text, an image and a resource', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      embedded('test://mixed-content-resource', '{"test":"data","value":123}', 'application/json'),
    ],
  })),
  suiteTool('test_error_handling', 'Returns an error', () => ({
    ...text('This tool intentionally returns an error for testing'),
    isError: true,
  })),
  suiteTool('test_tool_with_logging', 'Sends log messages', async ({ visit }) => {
    for (const step of ['started', 'processing data', 'completed']) await visit.log('info', `Tool execution ${step}`)
    return text('Tool with logging executed successfully')
  }),
  suiteTool('test_logging_tool', 'Sends a log message if the request wants some', async ({ visit }) => {
    await visit.log('info', 'Diagnostic message')
    return text('Logging evaluated')
  }),
  suiteTool('test_tool_with_progress', 'Reports progress', ({ visit, params }) => {
    const report = progressNotifier(visit.stream, params)
    for (const progress of [0, 50, 100]) report?.({ progress, total: 100, message: `Step ${progress} of 100` })
    return text('Tool with progress executed successfully')
  }),
  suiteTool('json_schema_2020_12_tool', 'Has an input schema of many keywords', () => text('Called'), EVERY_KEYWORD),
]
