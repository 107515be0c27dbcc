import { useState, type SubmitEvent } from 'react'
import type { ModelFacts } from '../../../shared/config/settings.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { providers } from '../../strings/providers.ts'
import { useAction } from '../../state/action.ts'
import { ActionDialog } from '../../ui/overlay/action-dialog.tsx'
import { Field, Select, TextInput } from '../../ui/fields/field.tsx'
import { invalidIn, useFocusNext } from '../../ui/fields/use-focus-next.ts'
import { defined } from '../../../shared/schema/json.ts'

const { facts: words, form: shared } = providers

const formId = 'model-facts'

type Choice = 'tools' | 'images' | 'documents' | 'audio'
type Draft = { model: string; context: string } & Record<Choice, Answer>
type Answer = 'unknown' | 'yes' | 'no'

const answers: Answer[] = ['unknown', 'yes', 'no']
const answerOf = (fact: boolean | undefined): Answer => (fact === undefined ? 'unknown' : fact ? 'yes' : 'no')

/** The user's facts about a model, or about one that they name first. If all are unknown, saving removes them. */
export function FactsForm({ endpoint, model, onClose }: { endpoint: string; model?: string; onClose(): void }) {
  const link = useLink()
  const known = useHost(({ configured }) => configured.settings.models.facts?.[endpoint]?.[model ?? ''])
  const [draft, setDraft] = useState<Draft>(() => ({
    model: model ?? '',
    context: String(known?.contextTokens ?? ''),
    images: answerOf(known?.images),
    documents: answerOf(known?.documents),
    audio: answerOf(known?.audio),
    tools: answerOf(known?.tools),
  }))
  const [problems, setProblems] = useState<{ model?: string; context?: string }>({})
  const focusNext = useFocusNext()
  const save = useAction(async (facts: ModelFacts | null) => {
    await link.call('changeSettings', { models: { facts: { [endpoint]: { [draft.model.trim()]: facts } } } })
    onClose()
  })
  const change = (to: Partial<Draft>): void => {
    setDraft({ ...draft, ...to })
    setProblems({})
  }
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const facts = readFacts(draft)
    const isMissing = draft.model.trim() === ''
    setProblems({ ...(isMissing && { model: words.missing }), ...(!facts && { context: words.notTokens }) })
    const form = event.currentTarget
    // A named model without facts stays in the list.
    const isEmpty = facts !== undefined && Object.keys(facts).length === 0 && model !== undefined
    if (facts && !isMissing) void save.run(isEmpty ? null : facts)
    else focusNext(() => invalidIn(form))
  }
  const choice = (name: Choice) => (
    <Field label={words[name]}>
      <Select
        value={draft[name]}
        onChange={(event) => change({ [name]: answers[event.target.selectedIndex] ?? 'unknown' })}
      >
        {answers.map((answer) => (
          <option key={answer} value={answer}>
            {words[answer]}
          </option>
        ))}
      </Select>
    </Field>
  )
  return (
    <ActionDialog
      onClose={onClose}
      keepOpen
      title={model === undefined ? words.add : words.title(plainLabel(model, 60))}
      leave={shared.cancel}
      verb={words.save}
      action={save}
      form={formId}
    >
      <form id={formId} className="stack gap3 full" onSubmit={submit} noValidate>
        <p>{words.help}</p>
        {model === undefined && (
          <Field label={words.model} error={problems.model}>
            <TextInput
              className="mono"
              spellCheck={false}
              maxLength={200}
              value={draft.model}
              onChange={(event) => change({ model: event.target.value })}
            />
          </Field>
        )}
        <Field label={words.context} optional error={problems.context}>
          <TextInput
            className="mono"
            inputMode="numeric"
            maxLength={12}
            value={draft.context}
            onChange={(event) => change({ context: event.target.value })}
          />
        </Field>
        {choice('tools')}
        {choice('images')}
        {choice('documents')}
        {choice('audio')}
      </form>
    </ActionDialog>
  )
}

/** Undefined if the context isn't a count of tokens. */
function readFacts({ context, images, documents, audio, tools }: Draft): ModelFacts | undefined {
  const tokens = context.trim() === '' ? undefined : Number(context.replaceAll(/[,\s]/g, ''))
  if (tokens !== undefined && !(Number.isSafeInteger(tokens) && tokens >= 1 && tokens <= 100_000_000)) return undefined
  return {
    ...defined({ contextTokens: tokens }),
    ...(images !== 'unknown' && { images: images === 'yes' }),
    ...(documents !== 'unknown' && { documents: documents === 'yes' }),
    ...(audio !== 'unknown' && { audio: audio === 'yes' }),
    ...(tools !== 'unknown' && { tools: tools === 'yes' }),
  }
}
