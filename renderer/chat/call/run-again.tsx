import { sentArguments, type Call } from '../../../shared/state/conversation.ts'
import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { changeDesk, openFilled } from '../../state/forms/desk.ts'
import { requestFormFocus } from '../../state/form-focus.ts'
import { chat } from '../../strings/chat.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { useChosen } from '../../state/chat/transcript.ts'

/** Max characters of arguments in a form. */
const mostCharacters = 4_000_000

/** Puts a call's arguments into its tool's form, for the user to edit and run; in its current definition if `isNow`. */
export function RunAgain({ call, isNow = false }: { call: Call; isNow?: boolean }) {
  const { id, server = '', tool } = call
  const link = useLink()
  const { conversation } = useChosen()
  const name = useServerName(server)
  const offered = useHost((state) => state.servers[server]?.tools[tool]?.hash)
  const read = async (hash: string): Promise<JsonValue> => {
    const value: JsonValue = JSON.parse((await link.call('readBlob', { hash, limit: mostCharacters })).text)
    return value
  }
  const open = useAction(async () => {
    const sent = sentArguments(call)
    const value = 'json' in sent ? sent.json : await read(sent.blob)
    const definition = isNow ? offered : (call.definition ?? offered)
    if (!isObject(value) || definition === undefined) return
    requestFormFocus()
    changeDesk(conversation, openFilled({ server, tool, definition }, value, id))
  })
  if (call.server === undefined || call.outcome === undefined || conversation === undefined) return null
  return (
    <div>
      <Button
        size="sm"
        icon="restart"
        busy={open.busy}
        unavailable={offered === undefined ? chat.call.notOffered(name) : undefined}
        onClick={() => void open.run()}
      >
        {isNow ? chat.call.runNow : chat.call.runAgain}
      </Button>
      {open.problem && <Note kind="no">{open.problem}</Note>}
    </div>
  )
}
