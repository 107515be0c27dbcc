import { useState } from 'react'
import {
  attachmentsOf,
  type FilePart,
  type ImagePart,
  type PersonMessage,
} from '../../../shared/content/attachments.ts'
import { chat } from '../../strings/chat.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { ExactText } from '../../ui/json/arguments.tsx'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Icon } from '../../ui/icon.tsx'
import { useStoredValue } from '../../ui/json/stored-value.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { SaveButton, SavedLine, useSaving } from '../../ui/json/save-text.tsx'
import { formatBytes } from '../../strings/format/time.ts'
import { ResultImage, Thumbnail } from '../../content/picture.tsx'
import { LeftOutLine, attachmentItem } from '../context/left-out-line.tsx'
import styles from './attached.module.css'

const words = chat.attached

type Attachment = ImagePart | FilePart

/** A message's attachments: images as thumbnails, files by name; a press shows either in full. */
export function AttachedFiles({ message }: { message: PersonMessage }) {
  const parts = attachmentsOf(message)
  if (parts.length === 0) return null
  return (
    <ul className={styles.list} aria-label={words.list}>
      {parts.map((part, index) => (
        <li key={index} className={styles.item}>
          <AttachedFile part={part} />
          <LeftOutLine item={attachmentItem(message, part)} />
        </li>
      ))}
    </ul>
  )
}

function AttachedFile({ part }: { part: Attachment }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.file} onClick={() => setOpen(true)}>
        {part.type === 'image' ? <Small part={part} /> : <Icon name="file" size={14} />}
        <span className={styles.words}>
          <span className="sr">{words.show} </span>
          <bdi className={styles.name}>{plainLabel(part.name)}</bdi>
          <span className="ink3 num">{detailOf(part)}</span>
        </span>
      </button>
      {isOpen && (
        <Dialog open size="lg" title={plainLabel(part.name)} onClose={() => setOpen(false)}>
          <Whole part={part} />
        </Dialog>
      )}
    </>
  )
}

const detailOf = (part: Attachment): string =>
  part.type === 'image' ? `${part.width} × ${part.height}, ${formatBytes(part.bytes)}` : formatBytes(part.bytes)

function Small({ part }: { part: ImagePart }) {
  const kept = useStoredValue(part.data)
  const data = kept.state === 'ready' && typeof kept.value === 'string' ? kept.value : ''
  return <Thumbnail base64={data} size={56} />
}

function Whole({ part }: { part: Attachment }) {
  const kept = useStoredValue(part.data)
  if (kept.state === 'absent') return <Loading what={words.notArrived} />
  if (kept.state === 'failed')
    return (
      <Note kind="no">
        {words.unreadable} {kept.problem}
      </Note>
    )
  if (kept.state === 'cut' || typeof kept.value !== 'string') return <Note>{words.tooLong}</Note>
  return part.type === 'image' ? <ResultImage data={kept.value} /> : <WholeText name={part.name} text={kept.value} />
}

function WholeText({ name, text }: { name: string; text: string }) {
  const saving = useSaving()
  return (
    <>
      <div className={styles.whole}>
        <CopyButton label={words.copy} text={() => text} />
        <SaveButton saving={saving} label={words.save} file={() => ({ name, text })} />
      </div>
      <SavedLine saving={saving} />
      <ExactText text={text} />
    </>
  )
}
