import { useRef, type RefObject } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import { canonical } from '../../../shared/schema/canonical.ts'
import { isObject, type JsonObject } from '../../../shared/schema/json.ts'
import { useConnection } from '../../state/replica.ts'
import { useDefinition, type DefinitionState } from '../../state/tool-definition.ts'
import type { Filled } from '../../state/forms/desk.ts'
import { useFilledForm, type FilledForm } from '../../schema-form/arguments/use-filled-form.ts'
import { strings } from '../../strings/strings.ts'
import { problemOf } from '../../state/action.ts'
import { useAnswer } from '../../state/query.ts'
import { useKeptEdit } from './edits.ts'

const words = strings.inbox.edit

/** After a change, so long until the arguments are held against the schema, in milliseconds. */
const settleMs = 250

export type Edit = {
  /** What stands in the form; absent while the arguments are not edited. */
  filled: Filled | undefined
  definition: DefinitionState
  form: FilledForm
  /** The form takes the focus once, when it has been opened. */
  wantsFocus: RefObject<boolean>
  /** Absent where the arguments cannot be a form. */
  begin: (() => void) | undefined
  cancel(): void
  /** What is to be sent in place of the arguments, where it is not the same. */
  arguments: JsonObject | undefined
  /** All that the person has before her: as it changes, reading and arming begin again. */
  content: string
  /** Why the edited arguments cannot be allowed now. */
  obstacle: string | undefined
}

/** What the person makes of a call before she lets it run. */
export function useEdit({ id, contentHash, question }: Extract<Ask, { kind: 'approval' }>): Edit {
  const { server, tool, definition: hash, arguments: original } = question
  const [filled, change] = useKeptEdit(id)
  const definition = useDefinition(filled && hash)
  const empty: Filled = { server, tool, definition: hash, view: 'Form', draft: {} }
  const form = useFilledForm({
    filled: filled ?? empty,
    definition: definition.state === 'ready' ? definition : unread,
    change: (to) => change((now) => now && { ...now, ...to }),
  })
  const { read } = form
  const written = filled && 'arguments' in read ? JSON.stringify(read.arguments) : undefined
  const misfit = useMisfit(form, filled !== undefined && definition.state === 'ready', written)
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
    obstacle: filled && misfit,
  }
}

const unread = { hash: '', raw: {}, schema: {}, description: '' }

/** Why what is written cannot be sent, as far as it is known: after every change the host holds it against the schema. */
function useMisfit({ read, check }: FilledForm, isOn: boolean, written: string | undefined): string | undefined {
  const isLive = useConnection() === 'live'
  const look = async (): Promise<string | undefined> => {
    try {
      return (await check.all()) ? undefined : words.misfits
    } catch (error) {
      return problemOf(error)
    }
  }
  const content = written ?? JSON.stringify(read)
  const { answer, isCurrent } = useAnswer(isOn ? content : undefined, look, { waitMs: settleMs, moment: isLive })
  return isCurrent ? answer : words.checking
}
