import { useState } from 'react'
import {
  attachmentsOf,
  type AttachedPart,
  type DocumentPart,
  type ImagePart,
  type PersonMessage,
} from '../../../shared/content/attachments.ts'
import { pagesIn } from '../../../shared/content/extracted.ts'
import { composer } from '../../strings/composer.ts'
import { partFacts } from '../../state/composer/attachments.ts'
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

function AttachedFile({ part }: { part: AttachedPart }) {
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

function detailOf(part: AttachedPart): string {
  const bytes = formatBytes(part.bytes)
  if (part.type === 'image') return `${part.width} × ${part.height}, ${bytes}`
  return part.type === 'file' ? bytes : `${composer.files.about(partFacts(part))} · ${bytes}`
}

function Small({ part }: { part: ImagePart }) {
  const kept = useStoredValue(part.data)
  const data = kept.state === 'ready' && typeof kept.value === 'string' ? kept.value : ''
  return <Thumbnail base64={data} size={56} />
}

function Whole({ part }: { part: AttachedPart }) {
  const kept = useStoredValue(part.type === 'document' ? part.text : part.data)
  if (kept.state === 'absent') return <Loading what={words.notArrived} />
  if (kept.state === 'failed')
    return (
      <Note kind="no">
        {words.unreadable} {kept.problem}
      </Note>
    )
  if (part.type === 'audio') return <Note>{words.sound}</Note>
  if (kept.state === 'ready' && part.type === 'document') return <Extracted part={part} value={kept.value} />
  if (kept.state === 'cut' || typeof kept.value !== 'string') return <Note>{words.tooLong}</Note>
  return part.type === 'image' ? <ResultImage data={kept.value} /> : <WholeText name={part.name} text={kept.value} />
}

/** The text that a model got of a file, and the text that it didn't get. */
function Extracted({ part, value }: { part: DocumentPart; value: unknown }) {
  const pages = pagesIn(value)
  const text = pages.flatMap((page) => (page.text === '' ? [] : [`[${page.label}]\n${page.text}`])).join('\n\n')
  const hidden = pages.flatMap((page) => page.hidden ?? []).join('\n')
  return (
    <>
      {text === '' ? <Note>{words.noText}</Note> : <WholeText name={`${part.name}.txt`} text={text} />}
      {hidden !== '' && (
        <section>
          <h3>{words.hidden}</h3>
          <ExactText text={hidden} />
        </section>
      )}
    </>
  )
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
