import type { PromptMessage } from '../../shared/content/listed.ts'
import { Annotated } from '../content/annotated.tsx'
import { ResourceContents } from '../content/resource-contents.tsx'
import { partMarksOf } from '../content/server-marks.ts'
import { prompts } from '../strings/prompts.ts'
import { Json } from '../ui/json/arguments.tsx'
import { Ext, Plain, Word } from '../ui/third-party/ext.tsx'
import { messagePartOf, type MessagePart } from './message-parts.ts'
import styles from './prompt-messages.module.css'

const words = prompts.messages

/** Characters of a text before it collapses. */
const shownCharacters = 4000

type MessagesProps = { messages: PromptMessage[]; from: string }

/** Every message of a prompt as its server wrote it, with its role and its server's annotations. */
export function PromptMessages({ messages, from }: MessagesProps) {
  if (messages.length === 0) return <p className="breaks fs-small ink3">{words.none}</p>
  return (
    <ol className="stack gap3" aria-label={words.label}>
      {messages.map((message, index) => (
        <li key={index} className="stack gap1" data-role={message.role}>
          <p className="fs-small ink2 medium">{words.roles[message.role]}</p>
          <Annotated marks={partMarksOf(message.content)}>
            <Part part={messagePartOf(message)} from={from} />
          </Annotated>
        </li>
      ))}
    </ol>
  )
}

function Part({ part, from }: { part: MessagePart; from: string }) {
  switch (part.kind) {
    case 'text':
      return (
        <Ext from={from}>
          <p className={styles.text}>
            <Plain text={part.text} limit={shownCharacters} />
          </p>
        </Ext>
      )
    case 'image':
    case 'audio':
    case 'resource':
      return (
        <>
          {part.kind === 'resource' && (
            <p className="breaks fs-small ink3">
              {words.embedded}{' '}
              <code>
                <Word text={part.content.uri} />
              </code>
            </p>
          )}
          <ResourceContents contents={[part.content]} from={from} />
        </>
      )
    case 'link':
      return (
        <Ext from={from}>
          <p>
            <Plain text={part.name} limit={60} />{' '}
            <code>
              <Word text={part.uri} />
            </code>
          </p>
          {part.description !== undefined && (
            <p>
              <Plain text={part.description} limit={200} />
            </p>
          )}
          <p className="breaks fs-small ink3">{words.linkNotRead}</p>
        </Ext>
      )
    case 'other':
      return (
        <Ext from={from} note={words.unknown}>
          <Json value={part.json} />
        </Ext>
      )
    default:
      return part satisfies never
  }
}
