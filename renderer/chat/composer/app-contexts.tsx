import { Suspense, useState } from 'react'
import type { AppContext } from '../../../shared/state/app-work.ts'
import { Chip, ChipBar, ChipButton, ChipDetail, ChipName, Chips } from '../../content/chip.tsx'
import { useAction } from '../../state/action.ts'
import { useQuery } from '../../state/query.ts'
import { useLink } from '../../state/replica.ts'
import { appWork } from '../../strings/conversation/app-work.ts'
import { formatBytes } from '../../strings/format/time.ts'
import { IconButton } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { focusPage } from '../../ui/page/focus-page.ts'
import { ServerSeal, useServerName } from '../../ui/seal.tsx'

const words = appWork.contexts

const ContentsDialog = lazyPart(async () => (await import('../../resources/preview-dialog.tsx')).ContentsDialog)

/** The contexts of running apps for the next message, each as a chip that shows all of it and can be removed. */
export const AppContexts = ({ contexts }: { contexts: AppContext[] }) => (
  <ChipBar>
    <Chips aria-label={words.list}>
      {contexts.map((context) => (
        <ContextChip key={context.view} context={context} />
      ))}
    </Chips>
  </ChipBar>
)

function ContextChip({ context: { view, server, handle, bytes } }: { context: AppContext }) {
  const link = useLink()
  const from = useServerName(server)
  const [isOpen, setOpen] = useState(false)
  const removing = useAction(() => link.call('removeAppContext', { view }))
  return (
    <Chip data-app-context={view}>
      <ServerSeal server={server} />
      <ChipButton onClick={() => setOpen(true)}>
        <span className="sr">{words.show} </span>
        <ChipName>{words.name(from)}</ChipName>
        <ChipDetail>{formatBytes(bytes)}</ChipDetail>
      </ChipButton>
      <IconButton
        size="sm"
        icon="close"
        label={words.remove(from)}
        busy={removing.busy}
        onClick={() => {
          void removing.run()
          requestAnimationFrame(focusPage)
        }}
      />
      {removing.problem !== undefined && <span role="status">{removing.problem}</span>}
      {isOpen && <Whole handle={handle} from={from} onClose={() => setOpen(false)} />}
    </Chip>
  )
}

/** Exactly what would go with the message. */
function Whole({ handle, from, onClose }: { handle: string; from: string; onClose(): void }) {
  const { answer, problem } = useQuery('getAppContext', { handle })
  if (problem !== undefined)
    return (
      <Dialog open onClose={onClose} title={words.name(from)}>
        <Note kind="no">{problem}</Note>
      </Dialog>
    )
  if (!answer) return null
  const uri = answer.contents[0]?.uri ?? ''
  return (
    <Suspense>
      <ContentsDialog title={words.name(from)} uri={uri} from={from} contents={answer.contents} onClose={onClose} />
    </Suspense>
  )
}
