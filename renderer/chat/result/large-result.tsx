import { useState } from 'react'
import type { Result as Answer } from '../../../shared/contract/commands.ts'
import { useLink, useSession } from '../../state/replica.ts'
import { results } from '../../strings/results.ts'
import { useAction } from '../../state/action.ts'
import { useQuery } from '../../state/query.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { formatBytes } from '../../strings/format/time.ts'
import { LargeResultSearch } from './large-result-search.tsx'
import { LargeResultText } from './large-result-text.tsx'
import { ResultView } from './result.tsx'
import styles from './large-result.module.css'

const words = results.large

type LargeResultProps = { hash: string; server: string | undefined; from: string }

/** A result too large for one view: its beginning, the rest in steps, a search, and saving as a file. */
export function LargeResult({ hash, server, from }: LargeResultProps) {
  const { answer: part, problem, again } = useQuery('readResult', { hash })
  if (problem !== undefined)
    return (
      <Note kind="no" action={<Button onClick={again}>{words.again}</Button>}>
        {problem}
      </Note>
    )
  if (!part) return <Loading what={words.loading} />
  return (
    <div role="group" className="stack gap3" aria-label={words.name}>
      <Measure part={part} hash={hash} />
      {part.characters > 0 && <LargeResultSearch hash={hash} from={from} characters={part.characters} />}
      <ResultView value={part.result} server={server} from={from} isPart />
      {part.shown < part.characters && (
        <LargeResultText hash={hash} from={from} start={part.shown} characters={part.characters} />
      )}
    </div>
  )
}

/** The result's size, how much of it is here, and saving all of it. */
function Measure({ part, hash }: { part: Answer<'readResult'>; hash: string }) {
  const { bytes, shown, characters, leftOut } = part
  return (
    <div className="row wrap">
      <p className={styles.words}>
        {[
          words.whole(formatBytes(bytes)),
          shown < characters && words.shown(shown, characters),
          leftOut.parts > 0 && words.parts(leftOut.parts),
          leftOut.structured && words.structured,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <Save hash={hash} />
    </div>
  )
}

function Save({ hash }: { hash: string }) {
  const link = useLink()
  const right = useSession()?.right
  const [saved, setSaved] = useState<Answer<'saveResult'>>()
  const { run, busy, problem } = useAction(async () => setSaved(await link.call('saveResult', { hash })))
  return (
    <>
      <Button
        size="sm"
        icon="download"
        busy={busy}
        unavailable={right === 'read' ? words.cannotSave : undefined}
        onClick={() => void run()}
      >
        {words.save}
      </Button>
      {problem !== undefined && <Note kind="no">{problem}</Note>}
      {saved && (
        <p className={styles.saved} role="status">
          <Plain text={words.saved(saved.file, formatBytes(saved.bytes))} />
        </p>
      )}
    </>
  )
}
