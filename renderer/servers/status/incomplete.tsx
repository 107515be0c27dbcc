import type { ReactNode } from 'react'
import type { Lacks } from '../../../shared/events/offer-events.ts'
import { useLink } from '../../state/replica.ts'
import { resources } from '../../strings/resources.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

const words = resources.tab

type IncompleteProps = {
  server: string
  list: 'tools' | 'prompts' | 'resources'
  lacks: Lacks | undefined
  children: ReactNode
}

/** Says why a list is incomplete, and offers to fetch it again if that can help. */
export function Incomplete({ server, list, lacks, children }: IncompleteProps) {
  const link = useLink()
  const canCome = lacks !== 'room' && lacks !== 'bytes'
  const { run, busy, problem } = useAction(() => link.call('listAgain', { server, list }))
  return (
    <Note
      kind="no"
      quiet
      action={
        canCome && (
          <Button size="sm" busy={busy} onClick={() => void run()}>
            {lacks === 'all' ? words.loadAgain : words.loadRest}
          </Button>
        )
      }
    >
      <b>{lacks === 'all' ? words.notLoaded : words.incomplete}</b> {children} {problem}
    </Note>
  )
}
