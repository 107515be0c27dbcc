import type { Example } from '../../state/servers/examples.ts'
import { chat } from '../../strings/chat.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { ExtInline } from '../third-party/ext.tsx'

/** An example in words; a prompt's title is marked as its server's. */
export const ExampleWords = ({ example }: { example: Example }) =>
  'prompt' in example ? (
    <Phrase
      text={chat.empty.prompt}
      slots={{ title: <ExtInline from={example.serverName} text={example.title} limit={60} /> }}
    />
  ) : (
    example.label
  )
