import { useAppearance } from '../state/appearance.ts'
import { useLink } from '../state/replica.ts'
import { strings } from '../strings/strings.ts'
import { useAction } from '../state/action.ts'
import { Radio } from '../ui/fields/field.tsx'
import { Note } from '../ui/note.tsx'
import { LabelledSetting } from './setting.tsx'
import styles from './theme-choice.module.css'

const words = strings.settings.appearance.choices

type Name = keyof typeof words

/** All of them, in order. */
const names: Name[] = ['textSize', 'chatWidth', 'density', 'codeFont', 'sendKey', 'openResults']

/** All choices about the interface except its theme; each applies at once. */
export const AppearanceChoices = ({ block }: { block: string | undefined }) =>
  names.map((name) => <Choice key={name} name={name} block={block} />)

function Choice({ name, block }: { name: Name; block: string | undefined }) {
  const { title, help, values } = words[name]
  const link = useLink()
  const chosen = useAppearance(name)
  const change = useAction((value: string) => link.call('changeSettings', { appearance: { [name]: value } }))
  return (
    <LabelledSetting title={title} help={help}>
      <div className={styles.themes} role="radiogroup" aria-label={title}>
        {Object.entries(values).map(([value, label]) => (
          <Radio
            key={value}
            name={name}
            checked={value === chosen}
            disabled={block !== undefined}
            onChange={() => void change.run(value)}
          >
            {label}
          </Radio>
        ))}
      </div>
      {change.problem && <Note kind="no">{change.problem}</Note>}
    </LabelledSetting>
  )
}
