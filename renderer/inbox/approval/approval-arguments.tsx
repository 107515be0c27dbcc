import { Suspense, useMemo, type KeyboardEvent } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { manual } from '../../strings/manual.ts'
import { ToolArguments } from '../../ui/json/arguments.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { Loading } from '../../ui/loading.tsx'
import { FlowLegend } from './flow-legend.tsx'
import { flowsAfter } from './flows.ts'
import type { Answering } from '../frame/use-answering.ts'
import type { Edit } from './use-edit.ts'
import { usePassages } from './use-passages.ts'

const ArgumentEditor = lazyPart(async () => (await import('./argument-editor.tsx')).ArgumentEditor)

const words = inbox.edit

type ApprovalArgumentsProps = {
  ask: Extract<Ask, { kind: 'approval' }>
  edit: Edit
  answering: Answering
  /** The server's display name. */
  name: string
  onWhole(whole: boolean): void
  onLeave: (() => void) | undefined
  allow(event: KeyboardEvent): void
}

/** The tool's arguments, their sources, and a form to edit them. */
export function ApprovalArguments({ ask, edit, answering, name, onWhole, onLeave, allow }: ApprovalArgumentsProps) {
  const { arguments: original, flows, server } = ask.question
  const value = edit.arguments ?? original
  const shown = useMemo(() => flowsAfter(flows ?? [], original, value), [flows, original, value])
  const passages = usePassages(shown)
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
      <FlowLegend flows={shown} server={server} onLeave={onLeave} />
    </>
  )
}

const EditButton = ({ edit: { begin }, unavailable }: { edit: Edit; unavailable: string | undefined }) =>
  begin && (
    <Button size="sm" kind="ghost" icon="edit" keys="E" unavailable={unavailable} onClick={begin}>
      {words.edit}
    </Button>
  )
