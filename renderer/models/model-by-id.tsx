import { useState } from 'react'
import type { ModelChoice } from '../../shared/config/settings.ts'
import { useHost } from '../state/replica.ts'
import { placeName } from '../state/models/endpoints.ts'
import { settingsModels } from '../strings/settings-models.ts'
import { useAction } from '../state/action.ts'
import { ActionDialog } from '../ui/overlay/action-dialog.tsx'
import { Field, Select } from '../ui/fields/field.tsx'
import { useTypedModel } from './use-typed-model.tsx'

const { byId, cancel } = settingsModels

const formId = 'model-by-id'

type ByIdProps = {
  before: ModelChoice | undefined
  onChoose(choice: ModelChoice): Promise<unknown>
  onClose(): void
}

/** Enters a model that isn't in a list, or whose endpoint has no list. */
export function ModelById({ before, onChoose, onClose }: ByIdProps) {
  const endpoints = useHost((state) => state.configured.settings.models.endpoints)
  const [endpoint, setEndpoint] = useState(before?.endpoint ?? Object.keys(endpoints)[0] ?? '')
  const save = useAction(async (model: string) => {
    await onChoose({ endpoint, model })
    onClose()
  })
  const { field, submit } = useTypedModel({
    label: byId.id,
    missing: byId.missing,
    onUse: (model) => void save.run(model),
  })
  return (
    <ActionDialog onClose={onClose} title={byId.title} leave={cancel} verb={byId.use} action={save} form={formId}>
      <form id={formId} className="stack gap4" onSubmit={submit} noValidate>
        <Field label={byId.where}>
          <Select value={endpoint} onChange={(event) => setEndpoint(event.target.value)}>
            {Object.entries(endpoints).map(([id, each]) => (
              <option key={id} value={id}>
                {placeName(id, each)}
              </option>
            ))}
          </Select>
        </Field>
        {field}
      </form>
    </ActionDialog>
  )
}
