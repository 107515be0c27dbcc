import type { ResourcePart } from '../../shared/content/attachments.ts'
import { chat } from '../strings/chat.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Word } from '../ui/third-party/ext.tsx'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { useStoredValue } from '../ui/json/stored-value.tsx'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import { contentsOf } from '../content/contents.ts'
import { ResourceContents } from '../content/resource-contents.tsx'

const words = chat.attached

/** A sent message's resource, read only from the store. */
export function SentResource({ part, from, onClose }: { part: ResourcePart; from: string; onClose(): void }) {
  return (
    <Dialog open size="lg" title={plainLabel(part.name, 60)} onClose={onClose}>
      <code className="mono fs-small breaks ink2">
        <Word text={part.uri} />
      </code>
      <StoredContents part={part} from={from} />
    </Dialog>
  )
}

function StoredContents({ part, from }: { part: ResourcePart; from: string }) {
  const kept = useStoredValue(part.data)
  if (kept.state === 'absent') return <Loading what={words.notArrived} />
  if (kept.state === 'failed')
    return (
      <Note kind="no">
        {words.unreadable} {kept.problem}
      </Note>
    )
  if (kept.state === 'cut') return <Note>{words.tooLong}</Note>
  return <ResourceContents contents={contentsOf(kept.value)} from={from} />
}
