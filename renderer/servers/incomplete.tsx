import { useLink } from '../host.ts'
import { strings } from '../strings/strings.ts'
import { useAction } from '../ui/action.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'

const words = strings.resources.tab

type IncompleteProps = { server: string; list: 'tools' | 'prompts' | 'resources'; children: string }

/** Says why a list is not whole, and has it fetched anew. */
export function Incomplete({ server, list, children }: IncompleteProps) {
  const link = useLink()
  const { run, busy, problem } = useAction(() => link.call('listAgain', { server, list }))
  return (
    <Note
      kind="no"
      quiet
      action={
        <Button size="sm" busy={busy} onClick={() => void run()}>
          {words.loadRest}
        </Button>
      }
    >
      <b>{words.incomplete}</b> {children} {problem}
    </Note>
  )
}
