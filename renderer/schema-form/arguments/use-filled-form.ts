import { useMemo, useRef, type RefObject } from 'react'
import type { Draft } from '../../state/forms/form-draft.ts'
import { initialDraft } from '../initial.ts'
import { readForm, readArgumentText, textFor, type Read } from './arguments-of.ts'
import type { ToolDefinition } from '../../state/tool-definition.ts'
import type { Filled } from '../../state/forms/desk.ts'
import { useCheck, type ArgumentCheck } from './use-check.ts'
import { usePlaced } from './use-placed.ts'

type Of = {
  filled: Filled
  /** The definition behind the form. */
  definition: ToolDefinition
  change(to: Partial<Filled>): void
}

/** One tool's arguments while being filled in, as a form or as JSON, with their errors. */
export type FilledForm = {
  box: RefObject<HTMLElement | null>
  draft: Draft
  read: Read
  check: ArgumentCheck
  /** Sentences by field position; in the JSON view all appear at the top. */
  problems: Record<string, string>
  /** Focuses the first field with an error. */
  goToFirst(): void
  fill(draft: Draft): void
  write(text: string): void
  /** Switches the view with the same arguments; if they aren't valid yet, goes to the problem instead. */
  turnTo(view: Filled['view']): void
}

/** The form for a definition's arguments, checked while it is filled in. */
export function useFilledForm({ filled, definition, change }: Of): FilledForm {
  const box = useRef<HTMLElement>(null)
  const initial = useMemo(() => initialDraft(definition.schema, definition.schema) ?? {}, [definition])
  const draft = filled.draft ?? initial
  const read = useMemo(() => readForm(filled, draft), [filled, draft])
  const check = useCheck(filled, read)
  const { problems, goToFirst } = usePlaced(box, check.violations, draft)
  return {
    box,
    draft,
    read,
    check,
    problems,
    goToFirst,
    fill: (next) => change({ draft: next }),
    write: (text) => {
      const now = readArgumentText(text)
      change({ text, ...('arguments' in now && { draft: now.arguments }) })
    },
    turnTo: (view) => {
      if (view === filled.view) return
      if (!('arguments' in read)) void check.all().then(goToFirst)
      else if (view === 'JSON') change({ view, text: textFor(read.arguments, filled.text) })
      else change({ view, draft: read.arguments })
    },
  }
}
