import { useAppearance } from '../../state/appearance.ts'
import { settings } from '../../strings/settings.ts'
import { SettingGroup } from '../../ui/fields/setting.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { AppearanceChoices } from './appearance-choice.tsx'
import styles from './appearance-part.module.css'

const { appearance: words } = settings

/** Atrium's appearance, with a sample beside it if the window is wide. */
export const AppearancePart = ({ block }: { block: string | undefined }) => (
  <SettingGroup title={settings.parts.appearance} lede={words.lede}>
    <div className={styles.beside}>
      <div className={styles.choices}>
        <AppearanceChoices block={block} />
      </div>
      <Sample />
    </div>
  </SettingGroup>
)

/** A question, a call and a reply with code, in the chosen size, density, fonts and lines. */
function Sample() {
  const { label, you, call, subject, reply, code } = words.sample
  const lines = useAppearance('codeLines')
  const numbers = useAppearance('lineNumbers')
  return (
    <div className={styles.sample} role="img" aria-label={label}>
      <p className={styles.you}>{you}</p>
      <p className={styles.call}>
        <Glyph state="succeeded" label="" />
        <span className="medium">{call}</span>
        <span className="mono ink3">{subject}</span>
      </p>
      <p>{reply}</p>
      <pre className={styles.code} data-lines={lines}>
        {code.split('\n').map((line, index) => (
          <code key={line}>
            {numbers === 'shown' && lines === 'scroll' && <span className="ink3">{index + 1} </span>}
            {line}
            {'\n'}
          </code>
        ))}
      </pre>
    </div>
  )
}
