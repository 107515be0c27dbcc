import { ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { idsLike, noteUri } from './notebook.ts'
import type { PlaygroundParts } from './parts.ts'
import { draw } from './picture.ts'
import { playgroundWords } from './words.ts'

const words = playgroundWords.resources

/** Resources: a text, an image, and one for each note, found by a template that completes its IDs. */
export function registerResources({ server, notebook }: PlaygroundParts): void {
  server.registerResource(
    'guide',
    'playground://guide',
    { title: words.guide, description: words.guideDescription, mimeType: 'text/markdown' },
    ({ href }) => ({ contents: [{ uri: href, mimeType: 'text/markdown', text: words.guideText }] }),
  )

  server.registerResource(
    'picture',
    'playground://picture.png',
    { title: words.picture, description: words.pictureDescription, mimeType: 'image/png' },
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
    { title: words.note, description: words.noteDescription, mimeType: 'text/plain' },
    ({ href }, { id }) => {
      const note = notebook.get(String(id))
      if (!note) throw new ResourceNotFoundError(href)
      return { contents: [{ uri: href, mimeType: 'text/plain', text: `${note.title}\n\n${note.text}` }] }
    },
  )
}
