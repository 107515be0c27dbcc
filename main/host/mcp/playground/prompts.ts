import { completable, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { idsLike, noteUri } from './notebook.ts'
import type { PlaygroundParts } from './parts.ts'

const tones = ['plain', 'cheerful', 'formal', 'in verse']

const say = (text: string) => ({ role: 'user' as const, content: { type: 'text' as const, text } })

/** Conversation starters: one without arguments, one with a choice that completes, one that includes a note. */
export function registerPrompts({ server, notebook }: PlaygroundParts): void {
  server.registerPrompt(
    'tour',
    { title: 'Show me around', description: 'Asks the model to show what the playground can do.' },
    () => ({
      messages: [say('Show me what the playground server can do: use three of its tools, one after another.')],
    }),
  )

  server.registerPrompt(
    'write_note',
    {
      title: 'Write a note',
      description: 'Asks the model to write a note and to put it into the notebook.',
      argsSchema: z.object({
        topic: z.string().min(1).max(200).describe('What the note is about'),
        tone: completable(z.string().max(50).describe('How it sounds'), (typed) =>
          tones.filter((tone) => tone.startsWith(typed)),
        ).optional(),
      }),
    },
    ({ topic, tone = 'plain' }) => ({
      messages: [say(`Write a short note about ${topic}; its tone is ${tone}. Add it to the playground’s notebook.`)],
    }),
  )

  server.registerPrompt(
    'discuss_note',
    {
      title: 'Discuss a note',
      description: 'Hands one note to the model and asks what it thinks of it.',
      argsSchema: z.object({
        id: completable(z.string().min(1).max(20).describe('The id of the note'), (typed) => idsLike(notebook, typed)),
      }),
    },
    ({ id }) => {
      const note = notebook.get(id)
      if (!note) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no note with the id ${id}.`)
      const resource = { uri: noteUri(note), mimeType: 'text/plain', text: note.text }
      const attached = { role: 'user' as const, content: { type: 'resource' as const, resource } }
      return { messages: [attached, say('What do you make of this note? What is missing in it?')] }
    },
  )
}
