import { undoingCall } from '../../../shared/changes/proposed.ts'
import { isObject } from '../../../shared/schema/json.ts'
import { sentArguments, type Call, type Turn } from '../../../shared/state/conversation.ts'
import { head } from '../../../shared/text/clip.ts'
import { fileName } from '../../content/file-changes.ts'
import type { SeenChange } from '../../content/file-ends.tsx'
import { expectAsk } from '../../inbox/frame/expected-ask.ts'
import { useAction } from '../../state/action.ts'
import { useHost, useLink, useSession } from '../../state/replica.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/button.tsx'
import { Fold } from '../../ui/fold.tsx'
import { useStoredValue } from '../../ui/json/kept.tsx'
import { Note } from '../../ui/note.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import styles from './turn-end.module.css'

const words = strings.changes.undo

type UndoTurnProps = { turn: Turn; changes: SeenChange[]; conversation: string }

/** Calls to give files their text from before back, each asked about like any other, and the rest that stays. */
export function UndoTurn({ turn, changes, conversation }: UndoTurnProps) {
  const others = useHost(({ servers }) => {
    const seen = new Set(changes.map(({ call }) => call.id))
    const mayChange = ({ id, server = '', tool, startedAt }: Call): boolean =>
      startedAt !== undefined && !seen.has(id) && servers[server]?.tools[tool]?.claims.readOnly !== true
    return turn.messages.flatMap(({ calls }) => calls.filter(mayChange)).length
  })
  return (
    <Fold label={words.title}>
      <ul className={styles.undo} aria-label={words.title}>
        {changes.map(({ call, file }) => (
          <li key={`${call.id} ${file.path}`}>
            <UndoChange call={call} file={file} conversation={conversation} />
          </li>
        ))}
        {others > 0 && <li>{words.others(others)}</li>}
      </ul>
    </Fold>
  )
}

function UndoChange({ call, file, conversation }: SeenChange & { conversation: string }) {
  const { found, effect, path } = file
  const link = useLink()
  const right = useSession()?.right
  const input = useStoredValue(sentArguments(call))
  const text = found.state === 'text' ? found.text : undefined
  const before = useStoredValue(text ?? { json: null })
  const isRead = input.state === 'ready' && before.state === 'ready'
  const undo =
    isRead && effect && typeof before.value === 'string' && isObject(input.value)
      ? undoingCall(before.value, effect, input.value)
      : undefined
  const ask = useAction(async () => {
    const { server = '', tool, definition = '' } = call
    if (!undo) return
    expectAsk({ kind: 'approval', server })
    await link.call('callTool', { conversation, server, tool, definition, arguments: undo, asks: true })
  })
  const name = <Plain text={head(fileName(path), 80)} />
  if (isRead && !undo)
    return <Phrase text={found.state === 'absent' ? words.isNew : words.unknown} slots={{ file: name }} />
  return (
    <>
      <Button
        size="sm"
        icon="undo"
        busy={ask.busy || !isRead}
        unavailable={right === 'read' ? strings.chat.call.readOnly : undefined}
        onClick={() => void ask.run()}
      >
        {words.writeBack(head(fileName(path), 40))}
      </Button>
      {ask.problem && <Note kind="no">{ask.problem}</Note>}
    </>
  )
}
