// Invented conversations in the formats of other apps, as their exports are described publicly.
import type { JsonObject, JsonValue } from '../../../shared/schema/json.ts'

const seconds = 1_750_000_000

/** A node of ChatGPT's `mapping`. */
export const gptNode = (
  id: string,
  parent: string | null,
  message: { role: string; text?: string; content?: JsonObject; more?: JsonObject } | null,
): [string, JsonValue] => [
  id,
  {
    id,
    parent,
    children: [],
    message: message && {
      id,
      author: { role: message.role },
      create_time: seconds + Number(/\d+/.exec(id)?.[0] ?? 0),
      content: message.content ?? { content_type: 'text', parts: [message.text ?? ''] },
      recipient: 'all',
      metadata: { model_slug: 'gpt-4o' },
      ...message.more,
    },
  },
]

export const gptConversation = (id: string, title: string, nodes: [string, JsonValue][], more: JsonObject = {}) => ({
  conversation_id: id,
  title,
  create_time: seconds,
  update_time: seconds + 100,
  mapping: Object.fromEntries(nodes),
  current_node: nodes.at(-1)?.[0] ?? null,
  ...more,
})

/** Two questions; the second was asked in two ways, and its first way was answered twice. */
export const orchard = gptConversation(
  'gpt-orchard',
  'The orchard',
  [
    gptNode('n0', null, null),
    gptNode('n1', 'n0', { role: 'system', more: { metadata: { is_visually_hidden_from_conversation: true } } }),
    gptNode('n2', 'n1', {
      role: 'user',
      content: { content_type: 'user_editable_context', user_profile: 'Secretly rude' },
    }),
    gptNode('n3', 'n2', { role: 'user', text: 'When do quinces ripen?' }),
    gptNode('n4', 'n3', { role: 'assistant', text: 'print(1)', more: { recipient: 'python' } }),
    gptNode('n5', 'n4', { role: 'tool', content: { content_type: 'execution_output', text: '1' } }),
    gptNode('n6', 'n5', { role: 'assistant', content: { content_type: 'thoughts', thoughts: [] } }),
    gptNode('n7', 'n6', { role: 'assistant', text: 'Quinces ripen in October.' }),
    gptNode('n8', 'n7', { role: 'user', text: 'And medlars?' }),
    gptNode('n9', 'n8', { role: 'assistant', text: 'Medlars in November.' }),
    gptNode('n10', 'n8', { role: 'assistant', text: 'Medlars after the frost.' }),
    gptNode('n11', 'n7', {
      role: 'user',
      content: {
        content_type: 'multimodal_text',
        parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'file-service://x' }, 'And this?'],
      },
    }),
    gptNode('n12', 'n11', { role: 'assistant', text: 'A sorb apple.' }),
  ],
  { current_node: 'n10' },
)

export const chatGptFile = (...conversations: JsonValue[]): string => JSON.stringify(conversations)

const moment = '2025-06-01T10:00:00.000Z'

export const claudeMessage = (sender: string, text: string, more: JsonObject = {}): JsonObject => ({
  uuid: `${sender}-${text}`,
  sender,
  text,
  content: [{ type: 'text', text }],
  created_at: moment,
  attachments: [],
  files: [],
  ...more,
})

/** Two questions with an attached text, a file that isn't in the export, reasoning and a tool. */
export const harbour: JsonObject = {
  uuid: 'claude-harbour',
  name: 'The harbour',
  created_at: moment,
  updated_at: moment,
  chat_messages: [
    claudeMessage('human', 'How deep is it?', {
      attachments: [{ file_name: 'depths.txt', extracted_content: 'Seven fathoms at the pier.' }],
      files: [{ file_name: 'map.png' }],
    }),
    claudeMessage('assistant', 'Seven fathoms.', {
      content: [
        { type: 'thinking', thinking: 'It says so.' },
        { type: 'tool_use', name: 'measure', input: {} },
        { type: 'tool_result', name: 'measure', content: [] },
        { type: 'text', text: 'Seven fathoms.' },
      ],
    }),
    claudeMessage('human', 'Thank you'),
    claudeMessage('assistant', 'Fair winds.'),
  ],
}

export const claudeFile = (...conversations: JsonValue[]): string => JSON.stringify(conversations)
