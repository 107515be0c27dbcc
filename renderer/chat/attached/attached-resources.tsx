import { Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy.ts'
import { pickedOf, type PersonMessage, type ResourcePart } from '../../../shared/content/attachments.ts'
import { iconOf, writerOf } from '../../content/resource-words.ts'
import { resources } from '../../strings/resources.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Icon } from '../../ui/icon.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { formatBytes } from '../../strings/format/time.ts'
import { LeftOutLine, attachmentItem } from '../context/left-out-line.tsx'
import styles from './attached.module.css'

const words = resources.sent

const SentResource = lazyPart(async () => (await import('../../resources/sent-resource.tsx')).SentResource)

/** A message's resources; a press shows exactly what was sent. */
export function AttachedResources({ message }: { message: PersonMessage }) {
  const parts = pickedOf(message).filter((part) => part.type === 'resource')
  if (parts.length === 0) return null
  return (
    <ul className={styles.list} aria-label={words.list}>
      {parts.map((part, index) => (
        <li key={index} className={styles.item}>
          <AttachedResource part={part} />
          <LeftOutLine item={attachmentItem(message, part)} />
        </li>
      ))}
    </ul>
  )
}

function AttachedResource({ part }: { part: ResourcePart }) {
  const { name, server, mimeType, bytes, uri } = part
  const from = writerOf(part, useServerName(server))
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.file} title={plainLabel(uri, 300)} onClick={() => setOpen(true)}>
        <Icon name={iconOf(mimeType)} size={14} />
        <span className={styles.words}>
          <span className="sr">{words.show} </span>
          <bdi className={styles.name}>{plainLabel(name, 60)}</bdi>
          <span className="ink3 num">{words.detail(from, formatBytes(bytes))}</span>
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <SentResource part={part} from={from} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
