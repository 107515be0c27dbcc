import { useCallback, useState, type ComponentProps } from 'react'
import type { NamedFile } from '../../../shared/changes/named-file.ts'
import { useFileDiff } from '../../content/file-changes.ts'
import { FileChange, FileLines } from '../../content/file-lines.tsx'
import { changes } from '../../strings/changes.ts'
import { useWhole } from '../../ui/json/arguments.tsx'
import { Note } from '../../ui/note.tsx'
import { Segments } from '../../ui/fields/segments.tsx'
import { ApprovalArguments } from './approval-arguments.tsx'
import styles from './approval.module.css'

const words = changes
const views = [words.diff, words.arguments] as const

/**
 * The call's effect: the change of a file, if Atrium knows it, and the arguments. Both are read one after the other,
 * unless the change shows everything that would be sent; the change itself then has to be read.
 */
export function CallContent(props: ComponentProps<typeof ApprovalArguments>) {
  const { ask, edit, onWhole } = props
  const { question, contentHash } = ask
  const { files = none, flows, filled } = question
  const input = edit.arguments ?? question.arguments
  const diff = useFileDiff(files, question.arguments, input)
  const [view, setView] = useState<(typeof views)[number]>(words.diff)
  const [isDiffWhole, hearDiff] = useHeard(edit.content)
  const [areArgumentsWhole, hearArguments] = useHeard(edit.content)
  const isOnlyDiff = diff?.isAll === true && !edit.filled && flows?.length === 0 && !filled
  const showsDiff = diff !== undefined && !(isOnlyDiff && view === words.arguments)
  const showsArguments = !isOnlyDiff || view === words.arguments
  useWhole(isOnlyDiff ? showsDiff && isDiffWhole : areArgumentsWhole && (!diff || isDiffWhole), onWhole)
  return (
    <>
      {question.filesChanged && <Note kind="ask">{words.changed}</Note>}
      {files.length > 0 && (
        <div className={styles.files}>
          <div className={styles.fileLines}>
            <FileLines files={files} original={question.arguments} input={input} diff={diff} />
          </div>
          {isOnlyDiff && <Segments label={words.view} items={views} value={view} onChange={setView} />}
        </div>
      )}
      {showsDiff && <FileChange key={contentHash} diff={diff} onWhole={hearDiff} />}
      {showsArguments && <ApprovalArguments {...props} onWhole={hearArguments} />}
    </>
  )
}

const none: NamedFile[] = []

/** Whether all of something is on the page, as it reported about this content. */
function useHeard(content: string): [isWhole: boolean, hear: (whole: boolean) => void] {
  const [heard, setHeard] = useState({ content: '', whole: false })
  const hear = useCallback((whole: boolean) => setHeard({ content, whole }), [content])
  return [heard.whole && heard.content === content, hear]
}
