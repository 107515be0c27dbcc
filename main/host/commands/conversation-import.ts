import { randomUUID } from 'node:crypto'
import type { Handlers } from '../../../shared/contract/commands.ts'
import type { ImportPreview, ImportableRow } from '../../../shared/contract/conversation-import-commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { eventsOf, importSource } from '../export/reading/events.ts'
import { ImportReadings } from '../export/reading/readings.ts'
import type { ReadConversation } from '../export/reading/shape.ts'
import type { ImportedBefore } from '../journal/queries/imported.ts'
import type { HostParts } from './handlers.ts'
import { commandWords as words } from './words.ts'

/** How many conversations that can't be imported a preview names. */
const mostRefused = 100

/** Imports conversations from files, one per command. Nothing of a file is stored before that. */
export function conversationImportHandlers({
  journal,
  reader,
  redaction,
}: Pick<HostParts, 'journal' | 'reader' | 'redaction'>) {
  const readings = new ImportReadings()
  const knownOf = async (conversations: readonly ReadConversation[]): Promise<Map<string, ImportedBefore>> => {
    const sources = conversations.map(importSource)
    const ids = conversations.flatMap(({ from, original }) => (from === 'atrium' && original !== '' ? [original] : []))
    const found = await reader.ask('imported', { sources, ids })
    return new Map(found.map((one) => [one.key, one]))
  }
  return {
    addImportText: async ({ reading, text }) => ({ reading: readings.add(text, reading) }),
    previewImport: async ({ reading }): Promise<ImportPreview> => {
      const { from, conversations, refused } = await readings.read(reading)
      const known = await knownOf(conversations)
      const rows = conversations.map((read, index) => ({ ...rowOf(read, index), already: hereOf(read, known) }))
      return { from, rows, refused: refused.slice(0, mostRefused), refusals: refused.length }
    },
    importConversation: async ({ reading, index, again }, { actor }) => {
      const read = (await readings.read(reading)).conversations[index]
      if (!read) throw new HostError('not-found', words.notInFile)
      const here = hereOf(read, await knownOf([read]))
      if (here && !again) throw new HostError('conflict', words.alreadyImported)
      const conversation = randomUUID()
      const keep = (value: Parameters<typeof journal.keep>[0]) => journal.keep(value)
      const redact = (text: string) => redaction.text(text)
      journal.append(...eventsOf(read, conversation, { keep, redact, now: journal.now(), actor }))
      await journal.durable().catch((error: unknown) => {
        journal.append({ type: 'conversation.deleted', conversation, actor })
        throw error
      })
      return { conversation }
    },
    endImport: async ({ reading }) => readings.end(reading),
  } satisfies Partial<Handlers>
}

/** The conversation that is here already, imported or as it began. */
function hereOf(read: ReadConversation, known: ReadonlyMap<string, ImportedBefore>): ImportableRow['already'] {
  const before = known.get(importSource(read)) ?? (read.from === 'atrium' ? known.get(read.original) : undefined)
  return before && { conversation: before.conversation, at: before.at }
}

function rowOf({ title, turns, activeAt, leftOut }: ReadConversation, index: number): ImportableRow {
  const parents = new Set(turns.map(({ parent }) => parent))
  return {
    ...{ index, title, activeAt: activeAt ?? turns.at(-1)?.at ?? null, leftOut },
    messages: turns.reduce((sum, { said, messages }) => sum + (said.length > 0 ? 1 : 0) + messages.length, 0),
    branches: turns.filter(({ id }) => !parents.has(id)).length,
  }
}
