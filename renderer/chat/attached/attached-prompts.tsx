import { Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy.ts'
import { pickedOf, type PersonMessage, type PromptPart } from '../../../shared/content/attachments.ts'
import { prompts } from '../../strings/prompts.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { ServerSeal, useServerName } from '../../ui/seal.tsx'
import { formatBytes } from '../../strings/format/time.ts'
import { LeftOutLine, attachmentItem } from '../context/left-out-line.tsx'
import { Hatched } from '../../ui/third-party/ext.tsx'
import styles from './attached.module.css'

const words = prompts

const SentPrompt = lazyPart(async () => (await import('../../prompts/sent-prompt.tsx')).SentPrompt)

/** A message's prompts, marked as third-party; a press shows exactly what was sent. */
export function AttachedPrompts({ message }: { message: PersonMessage }) {
  const parts = pickedOf(message).filter((part) => part.type === 'prompt')
  if (parts.length === 0) return null
  return (
    <ul className={styles.list} aria-label={words.sent.list}>
      {parts.map((part, index) => (
        <li key={index} className={styles.item}>
          <AttachedPrompt part={part} />
          <LeftOutLine item={attachmentItem(message, part)} />
        </li>
      ))}
    </ul>
  )
}

function AttachedPrompt({ part }: { part: PromptPart }) {
  const { name, title = name, server, bytes } = part
  const from = useServerName(server)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.file} title={plainLabel(`/${name}`, 300)} onClick={() => setOpen(true)}>
        <ServerSeal server={server} />
        <span className={styles.words}>
          <span className="sr">{words.sent.show} </span>
          <bdi className={styles.name}>{plainLabel(title, 60)}</bdi>
          <Hatched>
            <span className="ink3 num">{words.chip.detail(plainLabel(from, 60), formatBytes(bytes))}</span>
          </Hatched>
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <SentPrompt part={part} from={from} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
