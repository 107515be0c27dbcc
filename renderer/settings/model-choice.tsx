import type { ModelInfo } from '../../shared/events.ts'
import { useHost, useLink } from '../host.ts'
import { useAction } from '../ui/action.ts'
import { Select } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'
import styles from './model-settings.module.css'
import { SavedText } from './saved-text.tsx'
import { Setting } from './setting.tsx'

const none: ModelInfo[] = []

/** Which model answers: from the list the API gave, or by its id where no list is known. */
export function ModelChoice({ block }: { block: string | undefined }) {
  const link = useLink()
  const anthropic = useHost((state) => state.configured.settings.anthropic)
  const models = useHost((state) => (state.models.baseUrl === anthropic.baseUrl ? state.models.models : none))
  const choose = useAction((model: string) => link.call('changeSettings', { anthropic: { ...anthropic, model } }))
  const { model } = anthropic
  if (models.length === 0)
    return (
      <Setting title="Model" help="Test the key to choose from a list.">
        <SavedText
          label="Model"
          className="mono"
          spellCheck={false}
          placeholder="its id at the API"
          value={model ?? ''}
          block={block}
          check={(text) => (text === '' ? 'Enter the id of a model.' : undefined)}
          save={(id) => link.call('changeSettings', { anthropic: { ...anthropic, model: id } })}
        />
      </Setting>
    )
  const isListed = models.some(({ id }) => id === model)
  return (
    <Setting title="Model" help="Answers from the next message on.">
      <Select
        className={styles.models}
        aria-label="Model"
        disabled={block !== undefined}
        value={model ?? ''}
        onChange={(event) => void choose.run(event.target.value)}
      >
        {model === undefined && (
          <option value="" disabled>
            Choose a model
          </option>
        )}
        {model !== undefined && !isListed && <option value={model}>{model} (not in the list)</option>}
        {models.map(({ id, name }) => (
          <option key={id} value={id}>
            {name === id ? id : `${name} (${id})`}
          </option>
        ))}
      </Select>
      {choose.problem && <Note kind="no">{choose.problem}</Note>}
    </Setting>
  )
}
