import { useState } from 'react'
import { anthropic } from '../../../shared/config/settings.ts'
import type { ModelInfo } from '../../../shared/events/events.ts'
import { closeProviderDialog, useOpenProvider } from '../../state/models/adding.ts'
import { placeName } from '../../state/models/endpoints.ts'
import { draftFor, providerDraftOf, withProfile, type ProviderDraft } from '../../state/models/provider-draft.ts'
import { offeredTools } from '../../state/callable-tools.ts'
import { useHost, useReplica } from '../../state/replica.ts'
import { navigate } from '../../state/routes.ts'
import { providers } from '../../strings/providers.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { EndpointAdded, needsTyping } from './connected.tsx'
import { formId, ProviderForm } from './provider-form.tsx'
import { providerName, ProviderList } from './provider-list.tsx'
import styles from './provider.module.css'

const words = providers

type Step =
  | { at: 'pick'; draft?: ProviderDraft }
  | { at: 'form'; draft: ProviderDraft }
  | { at: 'done'; endpoint: string; models: ModelInfo[] | undefined }

/** Adds a model provider in three steps: which one, what it needs, and the model to begin with. Edits one in the second. */
export function ProviderDialog() {
  const target = useOpenProvider()
  return target && <Steps key={target.edit ?? ''} edit={target.edit} />
}

function Steps({ edit }: { edit: string | undefined }) {
  const endpoints = useHost((state) => state.configured.settings.models.endpoints)
  const edited = edit === undefined ? undefined : endpoints[edit]
  const [step, setStep] = useState<Step>(edited ? { at: 'form', draft: providerDraftOf(edited) } : { at: 'pick' })
  const [isBusy, setBusy] = useState(false)
  const [hasMoved, setMoved] = useState(false)
  const go = (to: Step): void => {
    setStep(to)
    setMoved(true)
  }
  const titleOf = (): string => {
    if (step.at === 'pick') return words.add
    if (step.at === 'done') {
      const endpoint = endpoints[step.endpoint]
      return words.done.title(endpoint ? plainLabel(placeName(step.endpoint, endpoint)) : '')
    }
    return edit !== undefined && edited
      ? words.form.edit(plainLabel(placeName(edit, edited)))
      : words.form.title(providerName(step.draft.profile))
  }
  return (
    <Dialog
      open
      onClose={closeProviderDialog}
      keepOpen={step.at === 'form'}
      title={titleOf()}
      footer={<Foot key={step.at} step={step} isNew={edit === undefined} isBusy={isBusy} />}
    >
      <div key={step.at} {...(hasMoved && { ref: focusFirst })} className={styles.step}>
        {step.at === 'pick' && (
          <ProviderList
            onPick={(profile) =>
              go({ at: 'form', draft: step.draft ? withProfile(step.draft, profile) : draftFor(profile) })
            }
          />
        )}
        {step.at === 'form' && (
          <ProviderForm
            edit={edit}
            draft={step.draft}
            onChange={(draft) => setStep({ at: 'form', draft })}
            onBusy={setBusy}
            {...(edit !== anthropic && { onOther: () => go({ at: 'pick', draft: step.draft }) })}
            onSaved={(endpoint, models) =>
              edit === undefined ? go({ at: 'done', endpoint, models }) : closeProviderDialog()
            }
          />
        )}
        {step.at === 'done' && <EndpointAdded endpoint={step.endpoint} models={step.models} />}
      </div>
    </Dialog>
  )
}

/** A dialog only sets the focus when it opens. */
const focusFirst = (content: HTMLElement | null): void =>
  content?.querySelector<HTMLElement>('input, textarea, select')?.focus()

function Foot({ step, isNew, isBusy }: { step: Step; isNew: boolean; isBusy: boolean }) {
  const replica = useReplica()
  const endpoints = useHost((state) => state.configured.settings.models.endpoints)
  if (step.at === 'done') {
    const profile = endpoints[step.endpoint]?.profile ?? 'other'
    return (
      <>
        <Button onClick={closeProviderDialog}>{words.done.done}</Button>
        <Button
          kind="primary"
          autoFocus={!needsTyping(profile, step.models)}
          onClick={() => {
            closeProviderDialog()
            navigate({ page: offeredTools(replica.state).length > 0 ? 'chat' : 'welcome' })
          }}
        >
          {words.done.start}
        </Button>
      </>
    )
  }
  return (
    <>
      <Button onClick={closeProviderDialog}>{words.form.cancel}</Button>
      {step.at === 'form' && (
        <Button kind="primary" type="submit" form={formId} busy={isBusy}>
          {isNew ? words.form.addAndTest : words.form.saveAndTest}
        </Button>
      )}
    </>
  )
}
