import { useRef, useSyncExternalStore, type RefObject } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import { canonical } from '../../../shared/schema/canonical.ts'
import { isObject, type JsonObject } from '../../../shared/schema/json.ts'
import { useConnection } from '../../state/replica.ts'
import { useToolDefinition, type DefinitionState } from '../../state/tool-definition.ts'
import type { Filled } from '../../state/forms/desk.ts'
import { useFilledForm, type FilledForm } from '../../schema-form/arguments/use-filled-form.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { problemOf } from '../../state/action.ts'
import { useLookup } from '../../state/query.ts'
import { keepByKey, useKeptByKey } from '../../state/kept-by-key.ts'

const words = inbox.edit

/** Milliseconds after an edit before the arguments are checked against the schema. */
const settleMs = 250

/** A question whose arguments can be edited. */
type Editable = Pick<Ask, 'id' | 'operation'>

/** Edited arguments of waiting calls, by call: a question that is asked again keeps them. */
const edits = keepByKey<Filled>(20)

/** A question's edit, if begun, and its setter. */
const useKeptEdit = (ask: Editable): ReturnType<typeof useKeptByKey<Filled>> => useKeptByKey(edits, keyOf(ask))

const keyOf = ({ id, operation }: Editable): string => operation?.call ?? id

/** Whether one of these questions is being edited. */
export const useSomeEdit = (asks: readonly Editable[]): boolean =>
  useSyncExternalStore(edits.subscribe, () => asks.some((ask) => edits.get(keyOf(ask)) !== undefined))

/** Arguments that the user changes before they allow the call. */
export type Edit = {
  /** The form's values; absent while nothing is being edited. */
  filled: Filled | undefined
  definition: DefinitionState
  form: FilledForm
  /** The form takes focus once, when it opens. */
  wantsFocus: RefObject<boolean>
  /** Absent if the arguments don't fit a form. */
  begin: (() => void) | undefined
  cancel(): void
  /** The edited arguments, if they differ from the original ones. */
  arguments: JsonObject | undefined
  /** Everything the user sees: when it changes, reading and arming start over. */
  content: string
  /** Why the edited arguments can't be allowed now. */
  obstacle: string | undefined
}

/** The user's edit of a call before it runs. */
export function useEdit(ask: Extract<Ask, { kind: 'approval' }>): Edit {
  const { contentHash, question } = ask
  const { server, tool, definition: hash, arguments: original } = question
  const [kept, change] = useKeptEdit(ask)
  // A question that is asked again may be about another definition.
  const filled = kept && { ...kept, definition: hash }
  const definition = useToolDefinition(server, tool, filled && hash)
  const empty: Filled = { server, tool, definition: hash, view: 'Form', draft: {} }
  const form = useFilledForm({
    filled: filled ?? empty,
    definition: definition.state === 'ready' ? definition : unread,
    change: (to) => change((now) => now && { ...now, ...to }),
  })
  const { read } = form
  const written = filled && 'arguments' in read ? JSON.stringify(read.arguments) : undefined
  const violation = useViolation(form, filled !== undefined && definition.state === 'ready', written)
  const wantsFocus = useRef(false)
  const isChanged = filled && 'arguments' in read && canonical(read.arguments) !== canonical(original)
  return {
    filled,
    definition,
    form,
    wantsFocus,
    begin: isObject(original)
      ? () => {
          wantsFocus.current = true
          change((now) => now ?? { ...empty, draft: original })
        }
      : undefined,
    cancel: () => change(() => undefined),
    arguments: isChanged ? read.arguments : undefined,
    content: filled ? `${contentHash} ${written ?? ''}` : contentHash,
    obstacle: filled && (violation ?? (isChanged ? undefined : words.changeFirst)),
  }
}

const unread = { hash: '', raw: {}, schema: {}, description: '' }

/**
 * Why the edited arguments can't be sent, as far as known: the host checks them against the schema after every change.
 */
function useViolation({ read, check }: FilledForm, isOn: boolean, written: string | undefined): string | undefined {
  const isLive = useConnection() === 'live'
  const look = async (): Promise<string | undefined> => {
    try {
      return (await check.all()) ? undefined : words.fixFirst
    } catch (error) {
      return problemOf(error)
    }
  }
  const content = written ?? JSON.stringify(read)
  const { answer, isCurrent } = useLookup(isOn ? content : undefined, look, { waitMs: settleMs, moment: isLive })
  return isCurrent ? answer : words.checking
}
