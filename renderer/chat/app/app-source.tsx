import { useQuery } from '../../state/query.ts'
import { apps } from '../../strings/conversation/apps.ts'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Ext, Plain } from '../../ui/third-party/ext.tsx'

const words = apps.bar

/** Max characters of a document on screen. */
const mostShown = 262_144

/** An app's document as its server sent it, as text. */
export function AppSource({ hash, from, onClose }: { hash: string; from: string; onClose(): void }) {
  const { answer, problem } = useQuery('readBlob', { hash, limit: mostShown })
  return (
    <Dialog open onClose={onClose} title={words.sourceOf(from)} size="lg">
      {!answer && problem === undefined && <Loading what={words.source} />}
      {problem !== undefined && <Note kind="no">{problem}</Note>}
      {answer && (
        <Ext from={from}>
          <pre className="pre-wrap">
            <Plain text={answer.text} />
          </pre>
        </Ext>
      )}
    </Dialog>
  )
}
