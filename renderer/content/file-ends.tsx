import { useMemo } from 'react'
import type { FileEnd, NamedFile } from '../../shared/changes/named-file.ts'
import { proposedText } from '../../shared/changes/proposed.ts'
import type { JsonValue } from '../../shared/schema/json.ts'
import { sentArguments, type Call } from '../../shared/state/conversation.ts'
import { head } from '../../shared/text/clip.ts'
import { Phrase } from '../strings/phrase.tsx'
import { strings } from '../strings/strings.ts'
import { Differences } from '../ui/json/definition-diff.tsx'
import { useKept } from '../ui/json/kept.tsx'
import { Fold } from '../ui/fold.tsx'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import { Plain } from '../ui/third-party/ext.tsx'
import { fileName, useDiff } from './file-changes.ts'

const words = strings.changes

/** Files that didn't become what the call said, though it may have run or says it succeeded. */
export function missesOf({ files = [], fileEnds = [], outcome }: Call): FileEnd[] {
  return fileEnds.filter(({ path, end }) => {
    if (end === 'otherwise') return true
    const isForeseen = files.some((file) => file.path === path && file.effect !== undefined)
    return end === 'not-changed' && isForeseen && outcome?.status === 'succeeded'
  })
}

/** The ends of a call's files in a few words; empty if there are none, or if one needs a sentence. */
export function endsInWords(call: Call): string {
  const { fileEnds = [], clearedBy, modelCall } = call
  if (missesOf(call).length > 0) return ''
  const isSeen = clearedBy !== undefined && 'person' in clearedBy && modelCall !== undefined
  const wordOf = ({ end }: FileEnd): string =>
    end === 'as-proposed' && !isSeen ? words.ends['as-proposed-unseen'] : words.ends[end]
  const [only, ...others] = fileEnds
  if (!only) return ''
  return others.length === 0
    ? wordOf(only)
    : fileEnds.map((each) => words.endOf(head(fileName(each.path), 40), wordOf(each))).join(', ')
}

/** A warning for each file that didn't become what the call said. */
export const FileMisses = ({ call, className }: { call: Call; className: string | undefined }) =>
  missesOf(call).map(({ path, end }) => (
    <div key={path} className={className}>
      <Note kind="no" quiet>
        <Phrase
          text={end === 'otherwise' ? words.notAsShown : words.notChanged}
          slots={{ file: <Plain text={head(fileName(path), 80)} /> }}
        />
      </Note>
    </div>
  ))

/** A call's changes to the files it named, line by line, for those that Atrium read before and after it. */
export function CallFiles({ call }: { call: Call }) {
  const { files = [], fileEnds = [] } = call
  const input = useKept(sentArguments(call), fileEnds.length > 0)
  const changed = fileEnds.flatMap((end) => {
    const file = files.find(({ path }) => path === end.path)
    const isChanged = end.end === 'otherwise' || (end.end === 'as-proposed' && file?.found.state === 'text')
    return file && isChanged ? [{ file, end }] : []
  })
  if (changed.length === 0 || input.state !== 'ready') return null
  return (
    <Fold label={words.showResult}>
      {changed.map(({ file, end }) => (
        <ChangedFile key={end.path} file={file} end={end} input={input.value} />
      ))}
    </Fold>
  )
}

type ChangedFileProps = { file: NamedFile; end: FileEnd; input: JsonValue }

/** One file's change; nothing if Atrium didn't read both texts. */
function ChangedFile({ file: { path, found, effect }, end: { end, now }, input }: ChangedFileProps) {
  const before = useKept((found.state === 'text' && found.text) || empty)
  const after = useKept((now?.state === 'text' && now.text) || empty)
  const diff = useDiff(true)
  const areRead = before.state === 'ready' && after.state === 'ready'
  const isKnown = found.state === 'text' || found.state === 'absent'
  const [old, next] = [before, after].map((one) =>
    one.state === 'ready' && typeof one.value === 'string' ? one.value : '',
  )
  const text = end === 'as-proposed' && effect ? proposedText(old, effect, input) : next
  const rows = useMemo(
    () => (diff && areRead && text !== undefined ? diff.folded(diff.diffTexts(old ?? '', text)) : undefined),
    [diff, areRead, old, text],
  )
  const isOtherwise = end === 'otherwise' && now?.state === 'text'
  if (!isKnown || !(isOtherwise || (end === 'as-proposed' && found.state === 'text'))) return null
  if (!rows) return <Loading what={words.comparing} />
  return <Differences parts={[{ name: path, rows }]} />
}

const empty = { json: '' }
