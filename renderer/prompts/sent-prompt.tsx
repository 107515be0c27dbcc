import type { PromptPart } from '../../shared/content/attachments.ts'
import { chat } from '../strings/chat.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { useStoredValue } from '../ui/json/stored-value.tsx'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import { messagesOf } from './message-parts.ts'
import { PromptDialog } from './prompt-dialog.tsx'

const words = chat.attached

type SentPromptProps = { part: PromptPart; from: string; onClose(): void }

/** A sent message's prompt, read only from the store. */
export function SentPrompt({ part, from, onClose }: SentPromptProps) {
  const kept = useStoredValue(part.data)
  const { name, title = name, arguments: given } = part
  if (kept.state === 'ready')
    return <PromptDialog title={title} from={from} given={given} messages={messagesOf(kept.value)} onClose={onClose} />
  return (
    <Dialog open size="lg" title={plainLabel(title, 60)} onClose={onClose}>
      {kept.state === 'absent' && <Loading what={words.notArrived} />}
      {kept.state === 'cut' && <Note>{words.tooLong}</Note>}
      {kept.state === 'failed' && (
        <Note kind="no">
          {words.unreadable} {kept.problem}
        </Note>
      )}
    </Dialog>
  )
}
