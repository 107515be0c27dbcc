import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Handlers, Parsed } from '../../../shared/contract/commands.ts'
import type { HostParts } from './handlers.ts'
import { completed, type ConversationFile } from '../export/exported.ts'
import { asHtml } from '../export/html.ts'
import { asMarkdown } from '../export/markdown.ts'

const writers = {
  markdown: { extension: 'md', write: asMarkdown },
  json: { extension: 'json', write: (exported: ConversationFile) => `${JSON.stringify(exported, null, 2)}\n` },
  html: { extension: 'html', write: asHtml },
} satisfies Record<
  Parsed<'exportConversation'>['format'],
  { extension: string; write(exported: ConversationFile): string }
>

/** Writes conversations as files next to the log's exports, readable only by their owner. */
export function exportHandlers({ reader, redaction, platform }: Pick<HostParts, 'reader' | 'redaction' | 'platform'>) {
  let saved = 0
  return {
    exportConversation: async ({ conversation: id, format, results }) => {
      const { conversation } = await reader.ask('conversation', id)
      const now = new Date().toISOString()
      const exported: ConversationFile = {
        format: 'atrium-conversation',
        version: 1,
        exportedAt: now,
        atrium: platform.app.version,
        results,
        conversation: await completed(conversation, results, {
          blob: (hash, limit) => reader.ask('blob', hash, limit),
          redact: (text) => redaction.line(text),
        }),
      }
      const { extension, write } = writers[format]
      const directory = join(platform.dataDirectory, 'exports')
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      saved += 1
      const file = join(directory, `atrium-conversation-${now.replaceAll(/[:.]/g, '-')}-${saved}.${extension}`)
      const text = write(exported)
      writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
      return { file, bytes: Buffer.byteLength(text) }
    },
  } satisfies Partial<Handlers>
}
