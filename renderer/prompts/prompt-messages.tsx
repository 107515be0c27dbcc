import type { PromptMessage } from '../../shared/content/listed.ts'
import { ResourceContents } from '../content/resource-contents.tsx'
import { prompts } from '../strings/prompts.ts'
import { Json } from '../ui/json/arguments.tsx'
import { Ext, Plain, Word } from '../ui/third-party/ext.tsx'
import { messagePartOf, type MessagePart } from './message-parts.ts'
import styles from './prompt-messages.module.css'

const words = prompts.messages

/** Characters of a text before it collapses. */
const shownCharacters = 4000

type MessagesProps = { messages: PromptMessage[]; from: string }

/** Every message of a prompt as its server wrote it, with its role. */
export function PromptMessages({ messages, from }: MessagesProps) {
  if (messages.length === 0) return <p className={styles.none}>{words.none}</p>
  return (
    <ol className={styles.messages} aria-label={words.label}>
      {messages.map((message, index) => (
        <li key={index} className={styles.message} data-role={message.role}>
          <p className={styles.role}>{words.roles[message.role]}</p>
          <Part part={messagePartOf(message)} from={from} />
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
            <p className={styles.about}>
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
          <p className={styles.about}>{words.linkNotRead}</p>
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
