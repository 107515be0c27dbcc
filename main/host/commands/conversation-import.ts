import { randomUUID } from 'node:crypto'
import type { Handlers } from '../../../shared/contract/commands.ts'
import type { ImportPreview, ImportableRow } from '../../../shared/contract/conversation-import-commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { eventsOf, importSource } from '../export/reading/events.ts'
import type { ReadRow } from '../export/reading/parse.ts'
import type { ImportedBefore } from '../journal/queries/imported.ts'
import type { HostParts } from './parts.ts'
import { assertProject } from './projects.ts'
import { commandWords as words } from './words.ts'

/** A conversation's marks by which it's known again. */
type Known = Pick<ReadRow, 'from' | 'original' | 'source'>

/** Imports conversations from files, one per command. Nothing of a file is stored before that. */
export function conversationImportHandlers({
  journal,
  reader,
  redaction,
  imports,
}: Pick<HostParts, 'journal' | 'reader' | 'redaction' | 'imports'>) {
  const knownOf = async (conversations: readonly Known[]): Promise<Map<string, ImportedBefore>> => {
    const sources = conversations.map(({ source }) => source)
    const ids = conversations.flatMap(({ from, original }) => (from === 'atrium' && original !== '' ? [original] : []))
    const found = await reader.ask('imported', { sources, ids })
    return new Map(found.map((one) => [one.key, one]))
  }
  return {
    addImportText: async ({ reading, text, zip }) => ({ reading: imports.add(text, reading, zip) }),
    previewImport: async ({ reading }): Promise<ImportPreview> => {
      const { rows, ...file } = await imports.overview(reading)
      const known = await knownOf(rows)
      return {
        ...file,
        rows: rows.map(({ from, original, source, ...row }) => ({
          ...row,
          already: hereOf({ from, original, source }, known),
        })),
      }
    },
    importConversation: async ({ reading, index, again, project }, { actor }) => {
      if (project !== undefined) assertProject(project, journal.state)
      const read = await imports.conversation(reading, index)
      if (!read) throw new HostError('not-found', words.notInFile)
      const of = { from: read.from, original: read.original, source: importSource(read) }
      const here = hereOf(of, await knownOf([of]))
      if (here && !again) throw new HostError('conflict', words.alreadyImported)
      const conversation = randomUUID()
      const keep = (value: Parameters<typeof journal.keep>[0]) => journal.keep(value)
      const redact = (text: string) => redaction.text(text)
      journal.append(
        ...eventsOf(read, conversation, { keep, redact, now: journal.now(), actor }),
        ...(project === undefined ? [] : [{ type: 'conversation.project', conversation, project, actor } as const]),
      )
      await journal.durable().catch((error: unknown) => {
        journal.append({ type: 'conversation.deleted', conversation, actor })
        throw error
      })
      return { conversation }
    },
    endImport: async ({ reading }) => imports.end(reading),
  } satisfies Partial<Handlers>
}

/** The conversation that is here already, imported or as it began. */
function hereOf(
  { from, original, source }: Known,
  known: ReadonlyMap<string, ImportedBefore>,
): ImportableRow['already'] {
  const before = known.get(source) ?? (from === 'atrium' ? known.get(original) : undefined)
  return before && { conversation: before.conversation, at: before.at }
}
