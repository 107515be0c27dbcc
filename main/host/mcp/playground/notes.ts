import { z } from 'zod'
import { noteUri } from './notebook.ts'
import { toolFailure, onlyReads, type PlaygroundParts, structured, textResult } from './parts.ts'
import { playgroundWords } from './words.ts'

const words = playgroundWords.notes

const id = z.string().min(1).max(20).meta({ title: words.id, description: words.idHelp })
const missing = (note: string) => toolFailure(words.missingHelp(note))

/** Tools over the notebook: two that read, one that writes, one that deletes. */
export function registerNotes({ server, notebook }: PlaygroundParts): void {
  server.registerTool(
    'list_notes',
    {
      title: words.list,
      description: words.listDescription,
      inputSchema: z.strictObject({}),
      outputSchema: z.object({ notes: z.array(z.object({ id: z.string(), title: z.string() })) }),
      annotations: onlyReads,
    },
    () => {
      const notes = notebook.list()
      const links = notes.map((note) => ({
        type: 'resource_link' as const,
        uri: noteUri(note),
        name: `note-${note.id}`,
        title: note.title,
        mimeType: 'text/plain',
      }))
      const result = structured(words.counted(notes.length), {
        notes: notes.map((note) => ({ id: note.id, title: note.title })),
      })
      return { ...result, content: [...result.content, ...links] }
    },
  )

  server.registerTool(
    'read_note',
    {
      title: words.read,
      description: words.readDescription,
      inputSchema: z.strictObject({ id }),
      annotations: onlyReads,
    },
    (given) => {
      const note = notebook.get(given.id)
      if (!note) return missing(given.id)
      const resource = { uri: noteUri(note), mimeType: 'text/plain', text: note.text }
      return { content: [{ type: 'resource', resource }] }
    },
  )

  server.registerTool(
    'add_note',
    {
      title: words.add,
      description: words.addDescription,
      inputSchema: z.strictObject({
        title: z.string().trim().min(1).max(100).meta({ title: words.name, description: words.nameHelp }),
        text: z.string().max(10_000).meta({ title: words.text, description: words.textHelp }),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    ({ title, text }) => {
      const note = notebook.add(title, text)
      if (!note) return toolFailure(words.full)
      server.sendResourceListChanged()
      return textResult(words.added(note.id))
    },
  )

  server.registerTool(
    'delete_note',
    {
      title: words.delete,
      description: words.deleteDescription,
      inputSchema: z.strictObject({ id }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    (given) => {
      if (!notebook.delete(given.id)) return missing(given.id)
      server.sendResourceListChanged()
      return textResult(words.deleted(given.id))
    },
  )
}
