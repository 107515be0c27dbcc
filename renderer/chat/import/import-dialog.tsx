import { useEffect, useRef } from 'react'
import { closeImport } from '../../state/chat/importing.ts'
import { useSession } from '../../state/replica.ts'
import { href } from '../../state/routes.ts'
import { conversationImport as words } from '../../strings/conversation/conversation-import.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { ImportProjects } from './import-projects.tsx'
import { ImportPreviewList } from './preview-list.tsx'
import { type ImportStep, useConversationImport } from './use-import.ts'

/** Imports conversations: the choice of a file, its conversations, the progress, and the result. */
export function ImportDialog() {
  const { step, choose, run, undo, pick, join, stop } = useConversationImport()
  const problem = choose.problem ?? run.problem ?? undo.problem
  const block = useSession()?.right === 'read' ? words.readOnly : undefined
  const leave = useRef<HTMLButtonElement>(null)
  const isPreview = step.at === 'preview'
  const hasEnded = step.at === 'done' || step.at === 'undone'
  // The pressed button disappears; focus must move on.
  useEffect(() => {
    if (isPreview || hasEnded) leave.current?.focus()
  }, [isPreview, hasEnded])
  return (
    <Dialog
      open
      onClose={closeImport}
      keepOpen={step.at === 'run'}
      title={words.title}
      footer={
        <>
          {step.at === 'run' ? (
            <Button onClick={stop}>{words.stop}</Button>
          ) : (
            <Button ref={leave} onClick={closeImport}>
              {hasEnded ? words.close : words.cancel}
            </Button>
          )}
          {step.at === 'preview' && (
            <Button
              kind="primary"
              busy={run.busy}
              unavailable={block ?? (step.picked.size === 0 ? words.chooseOne : undefined)}
              onClick={() => void run.run()}
            >
              {words.run(step.picked.size)}
            </Button>
          )}
          {step.at === 'done' && step.imported.length > 0 && (
            <Button busy={undo.busy} onClick={() => void undo.run()}>
              {words.undo}
            </Button>
          )}
        </>
      }
    >
      {step.at === 'choose' && <Choose step={step} block={block} choose={choose} />}
      {step.at === 'preview' && (
        <>
          <ImportPreviewList preview={step.preview} picked={step.picked} onPick={pick} />
          <ImportProjects preview={step.preview} joined={step.joined} onJoin={join} />
        </>
      )}
      {step.at === 'run' && (
        <label className="stack">
          {words.progress(step.imported.length, step.total)}
          <progress max={step.total} value={step.imported.length} />
        </label>
      )}
      <div role="status">
        <Ended step={step} />
      </div>
      {problem !== undefined && <Note kind="no">{problem}</Note>}
    </Dialog>
  )
}

type ChooseProps = {
  step: Extract<ImportStep, { at: 'choose' }>
  block: string | undefined
  choose: ReturnType<typeof useConversationImport>['choose']
}

function Choose({ step, block, choose }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <p>{words.about}</p>
      <p className="ink2">{words.bound}</p>
      <div>
        <Button icon="file" busy={choose.busy} unavailable={block} onClick={() => input.current?.click()}>
          {words.choose}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".json,.zip,application/json,application/zip"
          aria-label={words.choose}
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file) void choose.run(file)
          }}
        />
      </div>
      {step.part !== undefined && <p role="status">{words.reading(Math.round(step.part * 100))}</p>}
    </>
  )
}

function Ended({ step }: { step: ImportStep }) {
  if (step.at === 'undone') return <p>{words.undone(step.count)}</p>
  if (step.at !== 'done') return null
  const { imported, total, problem } = step
  const [first] = imported
  return (
    <>
      <p>{imported.length === total ? words.done(total) : words.stopped(imported.length, total)}</p>
      {problem !== undefined && <Note kind="no">{problem}</Note>}
      {first !== undefined && (
        <p>
          <a href={href({ page: 'chat', conversation: first })} onClick={closeImport}>
            {words.open}
          </a>
        </p>
      )}
    </>
  )
}
