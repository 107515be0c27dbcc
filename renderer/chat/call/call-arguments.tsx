import { sentArguments, type Call } from '../../../shared/state/conversation.ts'
import { useSession } from '../../state/replica.ts'
import { chat } from '../../strings/chat.ts'
import { ToolArguments } from '../../ui/json/arguments.tsx'
import { Fold } from '../../ui/fold.tsx'
import { StoredValueView } from '../../ui/json/stored-value.tsx'
import { Note } from '../../ui/note.tsx'
import { clearanceWords } from './clearance-words.ts'

const words = chat.call

/** A call's arguments; if the user edited them, next to what the model requested. */
export function CallArguments({ call }: { call: Call }) {
  const { arguments: original, edited, filled, clearedBy } = call
  const actor = useSession()?.actor
  const note = clearanceWords(call, actor)
  if (!edited)
    return (
      <StoredValueView kept={sentArguments(call)}>
        {(value) => <ToolArguments value={value} note={note} filled={filled?.places} />}
      </StoredValueView>
    )
  const isOwnEdit = clearedBy && 'person' in clearedBy && clearedBy.person === actor
  return (
    <>
      <Note>{isOwnEdit ? words.youEdited : words.edited}</Note>
      <StoredValueView kept={edited}>
        {(now) => (
          <StoredValueView kept={original}>
            {(before) => (
              <>
                <ToolArguments title={words.sentArguments} value={now} before={before} note={note} />
                <Fold label={words.askedArguments}>
                  <ToolArguments value={before} />
                </Fold>
              </>
            )}
          </StoredValueView>
        )}
      </StoredValueView>
    </>
  )
}
