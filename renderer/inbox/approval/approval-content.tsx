import { Suspense, useCallback, useMemo, useState, type KeyboardEvent } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import type { NamedFile } from '../../../shared/changes/named-file.ts'
import { showsAll, useFileDiff } from '../../content/file-changes.ts'
import { FileChange, FileLines } from '../../content/file-lines.tsx'
import { changes } from '../../strings/changes.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { manual } from '../../strings/manual.ts'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/fields/segments.tsx'
import { ToolArguments } from '../../ui/json/arguments.tsx'
import { useWhole } from '../../ui/arming/use-whole.ts'
import type { LabelledPassage } from '../../ui/json/shown-lines.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import type { Answering } from '../frame/use-answering.ts'
import styles from './approval.module.css'
import { FlowLegend, flowsAfter, usePassages } from './flows.tsx'
import type { Edit } from './use-edit.ts'

const ArgumentEditor = lazyPart(async () => (await import('./argument-editor.tsx')).ArgumentEditor)

const words = inbox.edit
const views = [changes.diff, changes.arguments] as const
const none: NamedFile[] = []

type ApprovalContentProps = {
  ask: Extract<Ask, { kind: 'approval' }>
  edit: Edit
  answering: Answering
  /** The server's display name. */
  name: string
  onWhole(whole: boolean): void
  onLeave: (() => void) | undefined
  allow(event: KeyboardEvent): void
}

/**
 * The call's effect: the change of a file, if Atrium knows it, and the arguments. Both are read one after the other,
 * unless the change shows everything that would be sent; the change itself then has to be read.
 */
export function ApprovalContent(props: ApprovalContentProps) {
  const { ask, edit, onWhole } = props
  const { question, contentHash } = ask
  const { files = none, flows, filled } = question
  const input = edit.arguments ?? question.arguments
  const diff = useFileDiff(files, question.arguments, input)
  const shown = useMemo(() => flowsAfter(flows ?? [], question.arguments, input), [flows, question, input])
  const passages = usePassages(shown)
  const [view, setView] = useState<(typeof views)[number]>(changes.diff)
  const [isDiffWhole, hearDiff] = useHeard(edit.content)
  const [areArgumentsWhole, hearArguments] = useHeard(edit.content)
  const isOnlyDiff = !edit.filled && !filled && showsAll(diff, flows && shown)
  const showsDiff = diff !== undefined && !(isOnlyDiff && view === changes.arguments)
  const showsArguments = !isOnlyDiff || view === changes.arguments
  useWhole(isOnlyDiff ? showsDiff && isDiffWhole : areArgumentsWhole && (!diff || isDiffWhole), onWhole)
  return (
    <>
      {question.filesChanged && <Note kind="ask">{changes.changed}</Note>}
      {files.length > 0 && (
        <div className="row wrap gap1-2">
          <div className={styles.fileLines}>
            <FileLines files={files} original={question.arguments} input={input} diff={diff} />
          </div>
          {isOnlyDiff && <Segments label={changes.view} items={views} value={view} onChange={setView} />}
        </div>
      )}
      {showsDiff && (
        <FileChange key={contentHash} diff={diff} passages={isOnlyDiff ? passages : undefined} onWhole={hearDiff} />
      )}
      {showsArguments && <Arguments {...props} passages={passages} onWhole={hearArguments} />}
      <FlowLegend flows={shown} server={question.server} onLeave={props.onLeave} />
    </>
  )
}

/** Whether all of something is on the page, as it reported about this content. */
function useHeard(content: string): [isWhole: boolean, hear: (whole: boolean) => void] {
  const [heard, setHeard] = useState({ content: '', whole: false })
  const hear = useCallback((whole: boolean) => setHeard({ content, whole }), [content])
  return [heard.whole && heard.content === content, hear]
}

type ArgumentsProps = ApprovalContentProps & { passages: readonly LabelledPassage[] }

/** The tool's arguments, and a form to edit them. */
function Arguments({ ask, edit, answering, name, passages, onWhole, allow }: ArgumentsProps) {
  const { arguments: original } = ask.question
  const value = edit.arguments ?? original
  // While nothing is changed, the form is the only preview.
  const isShown = edit.filled === undefined || edit.arguments !== undefined
  return (
    <>
      <Suspense fallback={<Loading what={manual.composer.loading} />}>
        <ArgumentEditor edit={edit} question={ask.question} name={name} leave={answering.goToAnswers} allow={allow} />
      </Suspense>
      {isShown && (
        <ToolArguments
          key={ask.contentHash}
          title={edit.filled && words.sent(name)}
          value={value}
          before={edit.arguments && original}
          filled={edit.arguments ? undefined : ask.question.filled}
          passages={passages}
          onWhole={onWhole}
          actions={edit.filled ? undefined : <EditButton edit={edit} unavailable={answering.obstacles.answer} />}
        />
      )}
    </>
  )
}

const EditButton = ({ edit: { begin }, unavailable }: { edit: Edit; unavailable: string | undefined }) =>
  begin && (
    <Button size="sm" kind="ghost" icon="edit" keys="E" unavailable={unavailable} onClick={begin}>
      {words.edit}
    </Button>
  )
