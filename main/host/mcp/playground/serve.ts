import type { Duplex } from 'node:stream'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { registerClock } from './clock.ts'
import { registerCountdown } from './countdown.ts'
import { registerDice } from './dice.ts'
import { registerNotes } from './notes.ts'
import { Notebook } from './notebook.ts'
import { registerOrder } from './order.ts'
import { type PlaygroundParts, toolFailure, onlyReads } from './parts.ts'
import { registerPicture } from './picture.ts'
import { registerPrompts } from './prompts.ts'
import { registerQuestion } from './question.ts'
import { registerResources } from './resources.ts'
import { registerTextFigures } from './text-figures.ts'
import { z } from 'zod'
import { playgroundWords } from './words.ts'

const words = playgroundWords.fault

type Options = {
  /** Its protocol era. A modern one refuses the older handshake. */
  era: 'modern' | 'legacy'
  version: string
  log(line: string): void
}

const parts: ((parts: PlaygroundParts) => void)[] = [
  registerClock,
  registerDice,
  registerNotes,
  registerPicture,
  registerTextFigures,
  registerOrder,
  registerCountdown,
  registerQuestion,
  registerFault,
  registerResources,
  registerPrompts,
]

/** Serves the playground over one stream, one JSON-RPC message per line as on stdio. Closing ends what runs. */
export function servePlayground(stream: Duplex, { era, version, log }: Options): { close(): Promise<void> } {
  const notebook = new Notebook()
  const build = () => {
    const server = new McpServer(
      { name: 'playground', title: 'Playground', version },
      { instructions: playgroundWords.instructions },
    )
    for (const register of parts) register({ server, notebook, log })
    return server
  }
  // Only Atrium is at the other end, so a line's length needs no limit.
  const transport = new StdioServerTransport(stream, stream, { maxBufferSize: Infinity })
  return serveStdio(build, {
    transport,
    legacy: era === 'modern' ? 'reject' : 'serve',
    onerror: (error) => log(error.message),
  })
}

/** A tool that always reports an error, to show what one looks like. */
function registerFault({ server }: PlaygroundParts): void {
  server.registerTool(
    'fail_on_purpose',
    {
      title: words.title,
      description: words.description,
      inputSchema: z.strictObject({
        reason: z
          .string()
          .min(1)
          .max(200)
          .default(words.usualReason)
          .meta({ title: words.reason, description: words.reasonHelp }),
      }),
      annotations: onlyReads,
    },
    ({ reason }) => toolFailure(words.failed(reason)),
  )
}
