import { useState } from 'react'
import type { ServerConfigs } from '../../../shared/config/server-config.ts'
import { useAction } from '../../state/action.ts'
import { useLink } from '../../state/replica.ts'
import { serverImport } from '../../strings/servers/servers-import.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

const words = serverImport.undo

/** After several servers were added together: removes exactly these again, except those changed since. */
export function AddedServers({ servers, onEnd }: { servers: ServerConfigs; onEnd(): void }) {
  const link = useLink()
  const ids = Object.keys(servers)
  const [kept, setKept] = useState<string[]>()
  const undo = useAction(async () => {
    const { removed } = await link.call('undoImport', { servers })
    const others = ids.filter((id) => !removed.includes(id))
    if (others.length === 0) onEnd()
    else setKept(others)
  })
  return (
    <section aria-label={words.label}>
      <Note
        kind={undo.problem === undefined ? 'ok' : 'no'}
        action={
          <>
            {!kept && (
              <Button size="sm" busy={undo.busy} onClick={() => void undo.run()}>
                {words.action}
              </Button>
            )}
            <Button size="sm" kind="ghost" onClick={onEnd}>
              {words.dismiss}
            </Button>
          </>
        }
      >
        {undo.problem ?? (kept ? words.kept(kept.join(', ')) : words.done(ids.length))}
      </Note>
    </section>
  )
}
