import type { Handlers, Parsed } from '../../../shared/contract/commands.ts'
import { projectOf } from '../../../shared/state/projects.ts'
import { ExportFiles } from './export-files.ts'
import type { HostParts } from './parts.ts'
import { setImmediate } from 'node:timers/promises'
import { piecesOf } from '../../../shared/schema/json-text.ts'
import { completed, type ConversationFile } from '../export/exported.ts'
import { asHtml } from '../export/html.ts'
import { asMarkdown } from '../export/markdown.ts'

const writers = {
  markdown: { extension: 'md', write: asMarkdown },
  json: { extension: 'json', write: jsonOf },
  html: { extension: 'html', write: asHtml },
} satisfies Record<
  Parsed<'exportConversation'>['format'],
  { extension: string; write(exported: ConversationFile): Iterable<string> }
>

function* jsonOf(exported: ConversationFile): Generator<string> {
  yield* piecesOf(exported)
  yield '\n'
}

/** Writes conversations as files next to the log's exports, readable only by their owner. */
export function exportHandlers({
  journal,
  reader,
  redaction,
  platform,
}: Pick<HostParts, 'journal' | 'reader' | 'redaction' | 'platform'>) {
  const files = new ExportFiles(platform.dataDirectory)
  return {
    exportConversation: async ({ conversation: id, format, results }) => {
      const { conversation } = await reader.ask('getConversation', { conversation: id })
      const project = projectOf(conversation, journal.state)
      const exported: ConversationFile = {
        format: 'atrium-conversation',
        version: 1,
        exportedAt: new Date().toISOString(),
        atrium: platform.app.version,
        results,
        ...(project && { project: redaction.line(project.name) }),
        conversation: await completed(conversation, results, {
          blob: (hash, limit) => reader.ask('readBlob', { hash, limit }),
          redact: (text) => redaction.line(text),
          next: () => setImmediate(),
        }),
      }
      const { extension, write } = writers[format]
      return files.writeParts('atrium-conversation', extension, write(exported))
    },
  } satisfies Partial<Handlers>
}
