import { completable, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { idsLike, noteUri } from './notebook.ts'
import type { PlaygroundParts } from './parts.ts'
import { playgroundWords } from './words.ts'

const words = playgroundWords.prompts

const say = (text: string) => ({ role: 'user' as const, content: { type: 'text' as const, text } })

/** Conversation starters: one without arguments, one with a choice that completes, one that includes a note. */
export function registerPrompts({ server, notebook }: PlaygroundParts): void {
  server.registerPrompt('tour', { title: words.tour, description: words.tourDescription }, () => ({
    messages: [say(words.tourText)],
  }))

  server.registerPrompt(
    'write_note',
    {
      title: words.write,
      description: words.writeDescription,
      argsSchema: z.object({
        topic: z.string().min(1).max(200).describe(words.topicHelp),
        tone: completable(z.string().max(50).describe(words.toneHelp), (typed) =>
          words.tones.filter((tone) => tone.startsWith(typed)),
        ).optional(),
      }),
    },
    ({ topic, tone = 'plain' }) => ({
      messages: [say(words.writeText(topic, tone))],
    }),
  )

  server.registerPrompt(
    'discuss_note',
    {
      title: words.discuss,
      description: words.discussDescription,
      argsSchema: z.object({
        id: completable(z.string().min(1).max(20).describe(words.idHelp), (typed) => idsLike(notebook, typed)),
      }),
    },
    ({ id }) => {
      const note = notebook.get(id)
      if (!note) throw new ProtocolError(ProtocolErrorCode.InvalidParams, playgroundWords.notes.missing(id))
      const resource = { uri: noteUri(note), mimeType: 'text/plain', text: note.text }
      const attached = { role: 'user' as const, content: { type: 'resource' as const, resource } }
      return { messages: [attached, say(words.discussText)] }
    },
  )
}
