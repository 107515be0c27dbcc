import { useState } from 'react'
import { AppReach, AppRow } from '../../content/app-reach.tsx'
import { useQuery } from '../../state/query.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { serverTools } from '../../strings/servers/servers-tools.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Ext, Word } from '../../ui/third-party/ext.tsx'
import styles from './tool-detail.module.css'

const words = serverTools.app

type ToolAppProps = { server: ServerSummary; tool: string; uri: string }

/** The app that a server has for a tool's results: read on demand, judged, and never run. */
export function ToolApp({ server: { id, name, state }, tool, uri }: ToolAppProps) {
  const [isWanted, setWanted] = useState(false)
  const { answer, problem } = useQuery('lookAtApp', isWanted ? { server: id, tool } : undefined)
  const block = state.status.state === 'ready' ? undefined : serverTools.detail.notRunning(name)
  return (
    <div className="stack gap3">
      <div className={styles.head}>
        <h3>{words.title}</h3>
        {!isWanted && (
          <Button size="sm" icon="search" unavailable={block} onClick={() => setWanted(true)}>
            {words.look}
          </Button>
        )}
      </div>
      <p className="ink3">{words.notRun(name)}</p>
      <Ext from={name} note={words.address}>
        <code>
          <Word text={uri} />
        </code>
      </Ext>
      {isWanted && !answer && problem === undefined && <Loading what={words.loading} />}
      {problem !== undefined && <Note kind="no">{problem}</Note>}
      {answer && (
        <AppReach from={name} app={answer}>
          <AppRow name={words.policy}>
            <code>
              <Word text={answer.policy} />
            </code>
          </AppRow>
        </AppReach>
      )}
    </div>
  )
}
