import { z } from 'zod'
import { noteUri } from './notebook.ts'
import { toolFailure, onlyReads, type PlaygroundParts, structured, words } from './parts.ts'

const id = z.string().min(1).max(20).meta({ title: 'Id', description: 'The id of a note, as List notes gives it.' })
const missing = (note: string) => toolFailure(`There is no note with the id ${note}. List notes shows which there are.`)

/** Tools over the notebook: two that read, one that writes, one that deletes. */
export function registerNotes({ server, notebook }: PlaygroundParts): void {
  server.registerTool(
    'list_notes',
    {
      title: 'List notes',
      description: 'Lists the notes of the playground’s notebook. Each comes with a link to the note as a resource.',
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
      const count = notes.length === 1 ? '1 note' : `${notes.length} notes`
      const result = structured(`${count}.`, { notes: notes.map((note) => ({ id: note.id, title: note.title })) })
      return { ...result, content: [...result.content, ...links] }
    },
  )

  server.registerTool(
    'read_note',
    {
      title: 'Read a note',
      description: 'Gives one note back as an embedded resource.',
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
      title: 'Add a note',
      description: 'Writes a note into the playground’s notebook, which is in memory and gone when it stops.',
      inputSchema: z.strictObject({
        title: z.string().trim().min(1).max(100).meta({ title: 'Title', description: 'What the note is called.' }),
        text: z.string().max(10_000).meta({ title: 'Text', description: 'What it says.' }),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    ({ title, text }) => {
      const note = notebook.add(title, text)
      if (!note) return toolFailure('The notebook is full. Delete a note, then add this one again.')
      server.sendResourceListChanged()
      return words(`Note ${note.id} was added.`)
    },
  )

  server.registerTool(
    'delete_note',
    {
      title: 'Delete a note',
      description: 'Deletes one note for good. There is no undo: this is what a destructive tool looks like.',
      inputSchema: z.strictObject({ id }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    (given) => {
      if (!notebook.delete(given.id)) return missing(given.id)
      server.sendResourceListChanged()
      return words(`Note ${given.id} was deleted.`)
    },
  )
}
