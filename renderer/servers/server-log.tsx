import { useEffect, useEffectEvent, useState } from 'react'
import { useLink } from '../host.ts'
import { useAction } from '../ui/action.ts'
import { Button } from '../ui/button.tsx'
import { Ext, Plain } from '../ui/ext.tsx'
import { Note } from '../ui/note.tsx'
import styles from './server-log.module.css'
import type { ServerSummary } from './summary.ts'

/** The last lines a server wrote to stderr, read when the page opens, when its state changes, and on demand. */
export function ServerLog({ server }: { server: ServerSummary }) {
  const link = useLink()
  const [lines, setLines] = useState<string[]>()
  const read = useAction(async () => setLines((await link.call('readStderr', { server: server.id })).lines))
  const readNow = useEffectEvent(() => void read.run())
  useEffect(() => readNow(), [server.state.status.state])
  return (
    <div className={styles.log}>
      {read.problem && <Note kind="no">{read.problem}</Note>}
      {lines?.length === 0 && <p className="ink3">It has written nothing to its error output since it was started.</p>}
      {lines && lines.length > 0 && (
        <Ext from={server.name}>
          <pre className={styles.lines} tabIndex={0} aria-label="Error output">
            <Plain text={lines.join('\n')} />
          </pre>
        </Ext>
      )}
      <Button size="sm" icon="restart" busy={read.busy} onClick={() => read.run()}>
        Read again
      </Button>
    </div>
  )
}
