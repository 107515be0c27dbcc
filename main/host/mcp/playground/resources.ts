import { ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { guide } from './guide.ts'
import { idsLike, noteUri } from './notebook.ts'
import type { Parts } from './parts.ts'
import { draw } from './picture.ts'

/** Things to read: a text, a picture, and one for each note, found by a template that completes its ids. */
export function registerResources({ server, notebook }: Parts): void {
  server.registerResource(
    'guide',
    'playground://guide',
    { title: 'Guide', description: 'What there is to try, and what each thing shows.', mimeType: 'text/markdown' },
    ({ href }) => ({ contents: [{ uri: href, mimeType: 'text/markdown', text: guide }] }),
  )

  server.registerResource(
    'picture',
    'playground://picture.png',
    { title: 'Picture', description: 'Violet rings: a resource that is not text.', mimeType: 'image/png' },
    ({ href }) => {
      const blob = draw({ pattern: 'rings', colour: 'violet', size: 128 }).toString('base64')
      return { contents: [{ uri: href, mimeType: 'image/png', blob }] }
    },
  )

  const list = () => ({
    resources: notebook.list().map((note) => ({ uri: noteUri(note), name: `note-${note.id}`, title: note.title })),
  })
  server.registerResource(
    'note',
    new ResourceTemplate('note://{id}', { list, complete: { id: (typed) => idsLike(notebook, typed) } }),
    { title: 'Note', description: 'One note of the notebook, by its id.', mimeType: 'text/plain' },
    ({ href }, { id }) => {
      const note = notebook.get(String(id))
      if (!note) throw new ResourceNotFoundError(href)
      return { contents: [{ uri: href, mimeType: 'text/plain', text: `${note.title}\n\n${note.text}` }] }
    },
  )
}
