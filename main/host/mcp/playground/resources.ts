import { ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { idsLike, noteUri } from './notebook.ts'
import type { PlaygroundParts } from './parts.ts'
import { draw } from './picture.ts'

/** Resources: a text, an image, and one for each note, found by a template that completes its IDs. */
export function registerResources({ server, notebook }: PlaygroundParts): void {
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

/** The resource that says what there is to try. */
const guide = `# The playground

A server that comes with Atrium. It runs inside it, reaches no file and no network, and forgets everything when it stops.

| Try | to see |
| --- | --- |
| Tell the time, Roll dice | a plain result; the same call twice |
| List notes, Read a note | links to resources and an embedded one |
| Add a note | a tool that writes, but destroys nothing |
| Delete a note | a tool that destroys |
| Draw a picture | an image as a result |
| Measure a text | a structured result with a schema |
| Price an order | nested arguments, lists and choices |
| Count down | progress, and what cancelling does |
| Ask me something | a form that a server shows you while its tool runs |
| Fail on purpose | a tool's own error |

Resources: this guide, a picture, and one for each note under \`note://{id}\`, whose ids complete.
Prompts: *Show me around*, *Write a note* and *Discuss a note*; their arguments complete, too.

It speaks the 2026-07-28 revision of the protocol, or the older one with \`"era": "legacy"\` in its configuration.
`
