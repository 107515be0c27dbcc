import { useEffect, type KeyboardEvent } from 'react'
import type { Question } from '../../../shared/asks/asks.ts'
import { canonical } from '../../../shared/schema/canonical.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { views } from '../../state/forms/desk.ts'
import { JsonArguments } from '../../schema-form/arguments/json-arguments.tsx'
import { focusForm } from '../../schema-form/arguments/use-placed.ts'
import { SchemaForm } from '../../schema-form/schema-form.tsx'
import { inbox } from '../../strings/inbox/inbox.ts'
import { manual } from '../../strings/manual.ts'
import { Button } from '../../ui/button.tsx'
import { isShortcut } from '../../ui/key-map.ts'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Segments } from '../../ui/fields/segments.tsx'
import styles from './argument-editor.module.css'
import type { Edit } from './use-edit.ts'

const words = inbox.edit
const formWords = manual.form

type ArgumentEditorProps = {
  edit: Edit
  question: Question<'approval'>
  /** The server's display name. */
  name: string
  /** Leaves the form and keeps its values. */
  leave(): void
  /** Allows the call by keyboard. */
  allow(event: KeyboardEvent): void
}

/** Edits a call's arguments as a form or JSON before it is allowed, with their problems. */
export function ArgumentEditor({ edit, question, name, leave, allow }: ArgumentEditorProps) {
  const { filled, form, cancel } = edit
  if (!filled) return null
  const { view } = filled
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      // An open list over a field handled the key, or an input method is composing.
      if (event.defaultPrevented || event.nativeEvent.isComposing) return
      event.preventDefault()
      leave()
    }
    if (isShortcut(event, 'run')) {
      event.preventDefault()
      allow(event)
    }
  }
  const stop = (): void => {
    cancel()
    leave()
  }
  return (
    <>
      {/* oxlint-disable-next-line react/refs -- the element receives the ref; nothing reads it here */}
      <section ref={form.box} tabIndex={-1} className={styles.editor} aria-label={words.label} onKeyDown={onKeyDown}>
        <div className="row wrap gap1-2">
          <span className={styles.title}>{words.label}</span>
          <Segments
            label={formWords.view}
            items={views.map((each) => formWords.views[each])}
            value={formWords.views[view]}
            onChange={(label) => form.turnTo(views.find((each) => formWords.views[each] === label) ?? view)}
          />
          <Button size="sm" kind="ghost" icon="undo" onClick={stop}>
            {words.cancel}
          </Button>
        </div>
        <Fields edit={edit} from={name} />
      </section>
      <Consequence changed={edit.arguments} original={question.arguments} name={name} />
    </>
  )
}

function Fields({ edit, from }: { edit: Edit; from: string }) {
  const { filled, definition, form } = edit
  if (definition.state === 'loading') return <Loading what={manual.composer.loading} />
  if (definition.state === 'failed')
    return (
      <Note kind="no">
        <b>{manual.composer.unreadable}</b> {definition.problem}
      </Note>
    )
  const { unchecked } = form.check
  return (
    <div className="stack gap3" data-fields>
      {filled?.view === 'JSON' ? (
        <JsonArguments text={filled.text ?? ''} problems={form.problems} onChange={form.write} />
      ) : (
        <SchemaForm
          from={from}
          root={definition.schema}
          problems={form.problems}
          value={form.draft}
          onChange={(draft) => form.fill(draft ?? {})}
        />
      )}
      {unchecked !== undefined && <Note>{formWords.unchecked(unchecked)}</Note>}
      <FirstFocus edit={edit} />
    </div>
  )
}

/** Moves focus into the fields once they exist. */
function FirstFocus({ edit: { wantsFocus, form } }: { edit: Edit }) {
  useEffect(() => {
    if (!wantsFocus.current) return
    // oxlint-disable-next-line react/immutability -- a ref that is handed down is made to be written
    wantsFocus.current = false
    focusForm(form.box.current)
  }, [wantsFocus, form.box])
  return null
}

/** The edit's consequences: who gets which data, and who learns of it. */
function Consequence({
  changed,
  original,
  name,
}: {
  changed: JsonObject | undefined
  original: JsonValue
  name: string
}) {
  return <Note>{changed ? words.changed(changedCount(original, changed), name) : words.unchanged}</Note>
}

/** How many argument members differ from the original. */
export function changedCount(before: JsonValue, now: JsonObject): number {
  const old = isObject(before) ? before : {}
  const names = new Set([...Object.keys(old), ...Object.keys(now)])
  const textOf = (object: JsonObject, name: string): string | undefined =>
    Object.hasOwn(object, name) ? canonical(object[name] ?? null) : undefined
  return [...names].filter((name) => textOf(old, name) !== textOf(now, name)).length
}
